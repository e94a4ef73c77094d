"""Arrays and in-place ops, against the same program in NumPy and its central differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pdgrad

from .test_regions import INPUTS, check, program

Reference = Callable[[Any, Any], Any]
PROGRAMS: dict[str, tuple[str, Reference]] = {}


def case(text: str) -> Callable[[Reference], Reference]:
    """Enters a program with what it means; the sum of the result is differentiated."""

    def enter(reference: Reference) -> Reference:
        PROGRAMS[reference.__name__] = (text, reference)
        return reference

    return enter


@case("""
%a = pd_op.create_array {dtype = f64}
%one_ = pd_op.full 1 : tensor<1xi64>
%f = pd_op.array_write_ %a, %x, %zero
%g = pd_op.array_write_ %a, %w, %one_
%i_, %out = pd_op.while %more (%i = %zero, %y = %x) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %q, %e = pd_op.array_pop %a {index = 0 : i32} : !pd_op.array<f64>, tensor<3xf64>
  %p = pd_op.multiply %e, %y
  %s = pd_op.sin %p
  %l = pd_op.array_length %a
  %h = pd_op.array_write_ %a, %s, %l
  %q2, %e2 = pd_op.array_pop %a {index = -1 : i32} : !pd_op.array<f64>, tensor<3xf64>
  %z = pd_op.add %e2, %e
  %l2 = pd_op.array_length %a
  %h2 = pd_op.array_write_ %a, %z, %l2
  %t = pd_op.tanh %z
  cf.yield %again, %next, %t
}
""")
def popped_from_both_ends_in_a_loop(x: Any, w: Any) -> Any:
    a, y = [x, w], x
    for _ in range(3):
        e = a.pop(0)
        a.append(np.sin(e * y))
        z = a.pop() + e
        a.append(z)
        y = np.tanh(z)
    return y


@case("""
%a = pd_op.create_array {dtype = f64}
%f = pd_op.array_write_ %a, %x, %zero
%i_, %out = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %s = pd_op.sin %y
  %g = pd_op.array_write_ %a, %s, %next
  %end = pd_op.scale %next, %one {bias = 1.0 : f32}
  %sl = pd_op.slice_array %a, %i, %end
  %ct, %n1 = pd_op.array_to_tensor %sl {axis = 0 : i32} : tensor<?xf64>, tensor<?xi32>
  %st, %n2 = pd_op.array_to_tensor %a {axis = 1 : i32, use_stack = true}
      : tensor<3x?xf64>, tensor<?xi32>
  %m = pd_op.multiply %st, %st
  %rows = pd_op.full_int_array [1]
  %ms = pd_op.sum %m, %rows
  %cs = pd_op.multiply %ct, %ct
  %tot = pd_op.sum %cs, %all
  %p = pd_op.multiply %ms, %tot
  %pp = pd_op.sin %p
  cf.yield %again, %next, %pp
}
""")
def sliced_concatenated_and_stacked(x: Any, w: Any) -> Any:
    a, y = [x], w
    for i in range(3):
        a.append(np.sin(y))
        part, stacked = np.concatenate(a[i : i + 2]), np.stack(a, 1)
        y = np.sin((stacked**2).sum(1) * (part**2).sum())
    return y


@case("""
%a = pd_op.create_array {dtype = f64}
%f = pd_op.array_write_ %a, %x, %zero
%like = pd_op.create_array_like %a {val = 2.0 : f32}
%i_ = pd_op.while %more (%i = %zero) : tensor<1xi64> {
  NEXT
  %e = pd_op.slice_array_dense %a, %i : tensor<3xf64>
  %t = pd_op.slice_array_dense %like, %zero : tensor<3xf64>
  %p = pd_op.multiply %e, %w
  %s = pd_op.sin %p
  %d = pd_op.multiply %s, %t
  %g = pd_op.array_write_ %a, %d, %next
  cf.yield %again, %next
}
%out = pd_op.array_read %a, %three : tensor<3xf64>
""")
def elements_by_dense_slices(x: Any, w: Any) -> Any:
    for _ in range(3):
        x = 2 * np.sin(x * w)
    return x


@case("""
%a = pd_op.create_array {dtype = f64}
%f = pd_op.array_write_ %a, %x, %zero
%lim = pd_op.full 0.0 : tensor<f64>
%i_ = pd_op.while %more (%i = %zero) : tensor<1xi64> {
  NEXT
  %e = pd_op.array_read %a, %zero : tensor<3xf64>
  %p = pd_op.multiply %e, %w
  %s = pd_op.sin %p
  %t = pd_op.sum %s, %all
  %c = pd_op.greater_than %t, %lim
  pd_op.if %c {
    %u1 = pd_op.array_write_ %a, %s, %zero
    %u2 = pd_op.array_write_ %a, %p, %next
    cf.yield
  } else {
    %u3 = pd_op.array_write_ %a, %w, %next
    %u4 = pd_op.array_write_ %a, %p, %zero
    cf.yield
  }
  cf.yield %again, %next
}
%r = pd_op.array_read %a, %zero : tensor<3xf64>
%r3 = pd_op.array_read %a, %three : tensor<3xf64>
%out = pd_op.multiply %r, %r3
""")
def overwritten_in_branches_in_a_loop(x: Any, w: Any) -> Any:
    a = [x]
    for _ in range(3):
        p = a[0] * w
        s = np.sin(p)
        if s.sum() > 0:
            a[0] = s
            a.append(p)
        else:
            a.append(w)
            a[0] = p
    return a[0] * a[3]


@case("""
%a = pd_op.create_array {dtype = f64}
%b = pd_op.create_array {dtype = f64}
%f = pd_op.array_write %a, %x, %zero
%g = pd_op.array_write %b, %w, %zero
%i_, %a_, %b_ = pd_op.while %more (%i = %zero, %aa = %f, %bb = %g)
    : tensor<1xi64>, !pd_op.array<f64>, !pd_op.array<f64> {
  NEXT
  %e = pd_op.array_read %aa, %zero : tensor<3xf64>
  %e2 = pd_op.array_read %bb, %zero : tensor<3xf64>
  %p = pd_op.multiply %e, %e2
  %s = pd_op.sin %p
  %n = pd_op.array_write %aa, %s, %zero
  cf.yield %again, %next, %bb, %n
}
%o1 = pd_op.array_read %a_, %zero : tensor<3xf64>
%o2 = pd_op.array_read %b_, %zero : tensor<3xf64>
%o3 = pd_op.multiply %o1, %o2
%out = pd_op.add %o3, %o1
""")
def carried_and_swapped(x: Any, w: Any) -> Any:
    for _ in range(3):
        x, w = w, np.sin(x * w)
    return x * w + x


@case("""
%h = pd_op.sin %x
%alias = pd_op.share_data_ %h
%i_, %y_ = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %before = pd_op.multiply %alias, %y
  %t = pd_op.tanh_ %h
  %after = pd_op.multiply %alias, %before
  cf.yield %again, %next, %after
}
%o = pd_op.multiply %alias, %y_
%out = pd_op.add %o, %h
""")
def an_alias_sees_writes_in_a_loop(x: Any, w: Any) -> Any:
    h, y = np.sin(x), w
    for _ in range(3):
        before = h * y
        h = np.tanh(h)
        y = h * before
    return h * y + h


@case("""
%h = pd_op.sin %x
%alias = pd_op.share_data_ %h
%t = pd_op.sum %x, %all
%lim = pd_op.full 0.0 : tensor<f64>
%c = pd_op.greater_than %t, %lim
%r = pd_op.if %c -> tensor<3xf64> {
  %q = pd_op.tanh_ %alias
  %z = pd_op.assign_out_ %w, %h
  %k = pd_op.multiply %alias, %q
  cf.yield %k
} else {
  %q = pd_op.sin_ %h
  cf.yield %alias
}
%out = pd_op.multiply %r, %h
""")
def an_alias_sees_writes_in_a_branch(x: Any, w: Any) -> Any:
    assert x.sum() > 0
    return w * w * w


@case("""
%a = pd_op.create_array {dtype = f64}
%k = pd_op.full 0 : tensor<1xi64>
%u0 = pd_op.array_write_ %a, %x, %k
pd_op.while %more () {
  %e = pd_op.array_read %a, %k : tensor<3xf64>
  %p = pd_op.multiply %e, %w
  %s = pd_op.sin %p
  %n = pd_op.increment_ %k {value = 1.0 : f32}
  %u = pd_op.array_write_ %a, %s, %k
  %again = pd_op.less_than %k, %three
  cf.yield %again
}
%out = pd_op.array_read %a, %three : tensor<3xf64>
""")
def a_loop_without_carries(x: Any, w: Any) -> Any:
    for _ in range(3):
        x = np.sin(x * w)
    return x


@case("""
%h = pd_op.sin %x
%i_, %y_ = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %p = pd_op.multiply %h, %y
  %v = pd_op.assign_value_ %h {values = [1.0, 2.0, 3.0], dtype = f64, shape = [3 : i32]}
  %d = pd_op.multiply %h, %p
  %o = pd_op.assign_out_ %d, %h
  cf.yield %again, %next, %p
}
%out = pd_op.multiply %y_, %h
""")
def overwritten_by_constants_and_values(x: Any, w: Any) -> Any:
    h, y = np.sin(x), w
    for _ in range(3):
        y = h * y
        h = np.array([1.0, 2.0, 3.0]) * y
    return y * h


@pytest.mark.parametrize("name", PROGRAMS)
def test_means_the_same_in_numpy(name: str) -> None:
    text, reference = PROGRAMS[name]
    module = pdgrad.parse(program(text))
    x, w = INPUTS["x"], INPUTS["w"]
    np.testing.assert_allclose(pdgrad.run(module, INPUTS)["y"], reference(x, w), rtol=1e-12)
    pdgrad.append_backward(module, ["y"], ["x", "w"])
    outputs = pdgrad.run(module, INPUTS)
    for step in np.eye(3) * 1e-6:
        along = int(np.argmax(step))
        slope = (reference(x + step, w).sum() - reference(x - step, w).sum()) / 2e-6
        got = outputs["x@GRAD"][along] if "x@GRAD" in outputs else 0.0
        assert got == pytest.approx(slope, rel=1e-6, abs=1e-8)
        slope = (reference(x, w + step).sum() - reference(x, w - step).sum()) / 2e-6
        assert outputs["w@GRAD"][along] == pytest.approx(slope, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("name", PROGRAMS)
def test_second_order(name: str) -> None:
    check(program(PROGRAMS[name][0]))
