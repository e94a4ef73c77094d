"""lit: runs the RUN lines of tests/lit with the commands of the Python that runs lit."""

import os
import sys

import lit.formats

config.name = "pdgrad"  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.suffixes = [".mlir", ".test"]  # noqa: F821
config.excludes = ["Inputs"]  # noqa: F821
config.test_source_root = os.path.dirname(__file__)  # noqa: F821
config.test_exec_root = os.path.join(config.test_source_root, "Output")  # noqa: F821
config.environment["PATH"] = os.pathsep.join(  # noqa: F821
    [os.path.dirname(sys.executable), os.environ.get("PATH", "")]
)
config.environment["NO_COLOR"] = "1"  # noqa: F821
