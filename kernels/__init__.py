"""What each op computes, in NumPy: one file a family, and the machine that runs a module."""
