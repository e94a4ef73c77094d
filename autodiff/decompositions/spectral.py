"""What the gradient ops of eigenvalues and singular values mean.

Eigenvalues: M. B. Giles, "An extended collection of matrix derivative results for forward and
reverse mode automatic differentiation" (2008), section 3.1; for vectors of length one (`eig`),
C. Boeddeker et al., "On the computation of complex-valued gradients with application to
statistically optimum beamforming" (2017). Singular values: J. Townsend, "Differentiating the
singular value decomposition" (2016), and, for complex matrices, Z.-Q. Wan and S.-X. Zhang,
"Automatic differentiation for complex valued SVD" (2019).

Cotangents that are known to be zero leave their terms out: the values alone have a gradient
where vectors have none.
"""

from __future__ import annotations

from ...dialects.pd_op.spectral import (
    EigGradOp,
    EighGradOp,
    EigvalshGradOp,
    SvdGradOp,
    SvdOp,
    SvdvalsGradOp,
)
from ..registry import decomposition
from ..values import Value, call, conjugate, zeros_like
from .factorization import dims_of, without_rest
from .fft import real
from .linalg import matmul
from .matrices import (
    adjoint,
    adjoint_times,
    as_element_of,
    columns_times,
    gaps,
    is_zero,
    rows_times,
    sum_rows,
    times_adjoint,
    tril,
    triu,
)

# --- singular values -------------------------------------------------------------------------


@decomposition(SvdGradOp)
def svd_grad(
    x: Value,
    u: Value,
    vh: Value,
    s: Value,
    u_grad: Value,
    vh_grad: Value,
    s_grad: Value,
    full_matrices: bool,
) -> Value:
    """U (skew(U^H G_U) / E S + S skew(V^H G_V) / E + G_S) V^H, with E_ij = s_j^2 - s_i^2 and
    skew(A) = A - A^H, and what turns out of the spaces that U and V span."""
    rows, columns = x.shape[-2:]
    if full_matrices and not (is_zero(u_grad) and is_zero(vh_grad)):
        rows, columns = dims_of(x, "svd")
    if full_matrices and rows > columns:
        u, u_grad = without_rest(u, u_grad, columns)
    if full_matrices and columns > rows:
        right, right_grad = without_rest(adjoint(vh), adjoint(vh_grad), rows)
        vh, vh_grad = adjoint(right), adjoint(right_grad)
    left = columns_times(u, s_grad)
    total = None if is_zero(s_grad) else matmul(left, vh)
    if not is_zero(u_grad):
        inner = adjoint_times(u, u_grad)
        skew = inner - adjoint(inner)
        middle = columns_times(between(s, skew), s)
        if skew.element != s.element:
            # Of complex vectors, the phase that U and V have in common stays.
            middle = middle + columns_times(tril(triu(skew)), 0.5 / s)
        part = matmul(matmul(u, middle), vh)
        if rows != u.shape[-1] or rows == -1:
            outside = u_grad - matmul(u, inner)
            part = part + matmul(columns_times(outside, 1 / s), vh)
        total = part if total is None else total + part
    if not is_zero(vh_grad):
        inner = times_adjoint(vh, vh_grad)
        middle = rows_times(s, between(s, inner - adjoint(inner)))
        part = matmul(matmul(u, middle), vh)
        if columns != vh.shape[-2] or columns == -1:
            outside = vh_grad - matmul(adjoint(inner), vh)
            part = part + matmul(u, rows_times(1 / s, outside))
        total = part if total is None else total + part
    return zeros_like(x) if total is None else total


def between(s: Value, x: Value) -> Value:
    """x_ij / (s_j^2 - s_i^2), and 0 where the two are equal."""
    return x * as_element_of(gaps(s * s), x)


@decomposition(SvdvalsGradOp)
def svdvals_grad(x: Value, s_grad: Value) -> Value:
    """U G V^H."""
    u, _, vh = call(SvdOp, x)
    return matmul(columns_times(u, s_grad), vh)


# --- eigenvalues -----------------------------------------------------------------------------


@decomposition(EighGradOp)
def eigh_grad(out_w: Value, out_v: Value, out_w_grad: Value, out_v_grad: Value) -> Value:
    """V (skew(V^H G_V) / (2 E) + G_W) V^H, with E_ij = w_j - w_i: a Hermitian matrix."""
    total = None
    if not is_zero(out_w_grad):
        total = times_adjoint(columns_times(out_v, out_w_grad), out_v)
    if not is_zero(out_v_grad):
        inner = adjoint_times(out_v, out_v_grad)
        middle = 0.5 * (inner - adjoint(inner)) * as_element_of(gaps(out_w), inner)
        part = times_adjoint(matmul(out_v, middle), out_v)
        total = part if total is None else total + part
    return zeros_like(out_v) if total is None else total


@decomposition(EigvalshGradOp)
def eigvalsh_grad(eigenvectors: Value, eigenvalues_grad: Value) -> Value:
    """V G V^H."""
    return times_adjoint(columns_times(eigenvectors, eigenvalues_grad), eigenvectors)


@decomposition(EigGradOp)
def eig_grad(
    out_w: Value, out_v: Value, out_w_grad: Value, out_v_grad: Value, op: EigGradOp
) -> Value:
    """V^-H (G_W + (V^H G_V - V^H V diag(Re V^H G_V)) / E^*) V^H, with E_ij = w_j - w_i."""
    from ...dialects.pd_op.solve import SolveOp

    right = adjoint(out_v)
    inner = rows_times(out_w_grad, right)
    if not is_zero(out_v_grad):
        length = sum_rows(real(conjugate(out_v) * out_v_grad))
        turn = matmul(right, out_v_grad - columns_times(out_v, length))
        inner = inner + matmul(turn * conjugate(gaps(out_w)), right)
    x_grad = call(SolveOp, right, inner)
    return real(x_grad) if op.x_grad.type != op.out_v.type else x_grad
