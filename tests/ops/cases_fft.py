"""Complex numbers and Fourier transforms; inputs and outputs are their parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .case import Case


def of_complex(
    name: str,
    label: str,
    shape: str,
    call: str,
    attributes: str = "",
    *,
    to_real: bool = False,
    element: str = "f64",
    **options: Any,
) -> Case:
    """An op of one complex tensor z = a + ib."""
    type_ = f"{shape}x{element}" if shape else element
    body = f"%z = pd_op.complex %a, %b\n%w = pd_op.{name} %z {attributes}".rstrip()
    outs: tuple[str, ...] = ("w",)
    paddle = call.replace("z", "paddle.complex(a, b)")
    if not to_real:
        body += "\n%re = pd_op.real %w\n%im = pd_op.imag %w"
        outs = ("re", "im")
        paddle = f"[paddle.real({paddle}), paddle.imag({paddle})]"
    return Case(f"{name}_{label}", body, {"a": type_, "b": type_}, paddle, outs, **options)


def of_real(name: str, label: str, x: str, call: str, attributes: str = "", **options: Any) -> Case:
    """An op of one real tensor that gives complex numbers."""
    body = f"%w = pd_op.{name} %x {attributes}".rstrip() + (
        "\n%re = pd_op.real %w\n%im = pd_op.imag %w"
    )
    paddle = f"[paddle.real({call}), paddle.imag({call})]"
    return Case(f"{name}_{label}", body, {"x": x}, paddle, ("re", "im"), **options)


def said(axes: Sequence[int], normalization: str, forward: bool, **more: int | bool) -> str:
    """The attributes of a transform."""
    parts = [
        f"axes = array<i64: {', '.join(map(str, axes))}>",
        f'normalization = "{normalization}"',
        f"forward = {str(forward).lower()}",
    ]
    for name, value in more.items():
        shown = str(value).lower() if isinstance(value, bool) else f"{value} : i64"
        parts.append(f"{name} = {shown}")
    return f"{{{', '.join(parts)}}}"


def two_complex(label: str, op: str, call: str, **options: Any) -> Case:
    """An op of two complex tensors."""
    body = (
        "%z = pd_op.complex %a, %b\n%y = pd_op.complex %c, %d\n"
        f"%w = pd_op.{op} %z, %y\n%re = pd_op.real %w\n%im = pd_op.imag %w"
    )
    paddle = call.replace("z", "paddle.complex(a, b)").replace("y", "paddle.complex(c, d)", 1)
    return Case(
        f"complex_{label}",
        body,
        dict.fromkeys("abcd", "2x2xf64"),
        f"[paddle.real({paddle}), paddle.imag({paddle})]",
        ("re", "im"),
        **options,
    )


NORMALIZATIONS = ("backward", "forward", "ortho")
DIRECTIONS = (True, False)

CASES = [
    of_complex("conj", "2d", "2x3", "paddle.conj(z)"),
    of_complex("angle", "2d", "2x3", "paddle.angle(z)", to_real=True),
    of_complex("abs", "2d", "2x3", "paddle.abs(z)", to_real=True),
    of_complex("as_real", "2d", "2x3", "paddle.as_real(z)", to_real=True),
    of_complex("conj", "f32", "2x3", "paddle.conj(z)", element="f32", order=1, tolerance=1e-5),
    of_complex("conj", "0d", "", "paddle.conj(z)"),
    of_complex(
        "angle", "dynamic", "?x3", "paddle.angle(z)", to_real=True, sizes={"a": (2, 3), "b": (2, 3)}
    ),
    Case("angle_real", "%out = pd_op.angle %x", {"x": "4xf64"}, "paddle.angle(x)"),
    Case("conj_real", "%out = pd_op.conj %x", {"x": "4xf64"}, "paddle.conj(x)"),
    of_real("as_complex", "3d", "2x3x2xf64", "paddle.as_complex(x)"),
    of_real("as_complex", "dynamic", "?x?xf64", "paddle.as_complex(x)", sizes={"x": (3, 2)}),
    Case(
        "complex_broadcast",
        "%z = pd_op.complex %a, %b\n%re = pd_op.real %z\n%im = pd_op.imag %z",
        {"a": "2x1xf64", "b": "3xf64"},
        "[paddle.real(paddle.complex(a, b)), paddle.imag(paddle.complex(a, b))]",
        ("re", "im"),
    ),
    two_complex("multiply", "multiply", "z * y"),
    two_complex("divide", "divide", "z / y"),
    two_complex("add", "add", "z + y"),
    two_complex("subtract", "subtract", "z - y"),
    two_complex("matmul", "matmul", "paddle.matmul(z, y)"),
    two_complex("bmm_like", "dot", "paddle.dot(z, y)"),
    # transforms
    *(
        of_complex(
            "fft_c2c",
            f"{normalization}_{'forward' if forward else 'inverse'}",
            "2x5",
            f"paddle.fft.{'fft' if forward else 'ifft'}(z, norm='{normalization}')",
            said([1], normalization, forward),
        )
        for normalization in NORMALIZATIONS
        for forward in DIRECTIONS
    ),
    of_complex(
        "fft_c2c",
        "axes",
        "3x2x4",
        "paddle.fft.fft2(z, axes=(0, 2))",
        said([0, 2], "backward", True),
    ),
    of_complex(
        "fft_c2c",
        "f32",
        "2x4",
        "paddle.fft.fft(z)",
        said([1], "backward", True),
        element="f32",
        order=1,
        tolerance=1e-5,
    ),
    of_complex(
        "fft_c2c",
        "dynamic",
        "?x?",
        "paddle.fft.fft(z)",
        said([1], "backward", True),
        sizes={"a": (2, 4), "b": (2, 4)},
    ),
    *(
        of_real(
            "fft_r2c",
            f"{normalization}_{'forward' if forward else 'inverse'}_{size}",
            f"2x{size}xf64",
            f"paddle.fft.{'rfft' if forward else 'ihfft'}(x, norm='{normalization}')",
            said([1], normalization, forward, onesided=True),
        )
        for normalization in NORMALIZATIONS
        for forward, size in ((True, 4), (True, 5), (False, 5))
    ),
    of_real(
        "fft_r2c",
        "twosided",
        "2x5xf64",
        "paddle.fft.fft(x)",
        said([1], "backward", True, onesided=False),
    ),
    of_real(
        "fft_r2c",
        "axes",
        "4x2x3xf64",
        "paddle.fft.rfftn(x, axes=(0, 2))",
        said([0, 2], "backward", True, onesided=True),
    ),
    of_real(
        "fft_r2c",
        "negative_axis",
        "4x3xf64",
        "paddle.fft.rfft(x, axis=0)",
        said([-2], "backward", True, onesided=True),
    ),
    of_real(
        "fft_r2c",
        "dynamic",
        "?x?xf64",
        "paddle.fft.rfft(x)",
        said([1], "backward", True, onesided=True),
        sizes={"x": (2, 5)},
    ),
    *(
        of_complex(
            "fft_c2r",
            f"{normalization}_{'forward' if forward else 'inverse'}_{size}",
            "2x3",
            f"paddle.fft.{'hfft' if forward else 'irfft'}(z, n={size}, norm='{normalization}')",
            said([1], normalization, forward, last_dim_size=size),
            to_real=True,
        )
        for normalization in NORMALIZATIONS
        for forward, size in ((False, 4), (False, 5), (True, 5))
    ),
    of_complex(
        "fft_c2r",
        "default_size",
        "2x3",
        "paddle.fft.irfft(z)",
        said([1], "backward", False),
        to_real=True,
    ),
    of_complex(
        "fft_c2r",
        "axes",
        "3x2x3",
        "paddle.fft.irfftn(z, axes=(0, 2))",
        said([0, 2], "backward", False),
        to_real=True,
    ),
    of_complex(
        "fft_c2r",
        "dynamic",
        "?x?",
        "paddle.fft.irfft(z)",
        said([1], "backward", False),
        to_real=True,
        sizes={"a": (2, 3), "b": (2, 3)},
    ),
]
