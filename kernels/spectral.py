"""Eigenvalues and singular values in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.base import element_of
from ..dialects.pd_op.spectral import (
    EighOp,
    EigOp,
    EigvalshOp,
    EigvalsOp,
    MatrixRankAtolRtolOp,
    MatrixRankOp,
    MatrixRankTolOp,
    SvdOp,
    SvdvalsOp,
)
from .registry import kernel
from .solve import linalg
from .types import dtype_of


@kernel(SvdOp)
def svd(x: Any, full_matrices: bool) -> Any:
    return tuple(linalg.svd(x, full_matrices=full_matrices))


@kernel(SvdvalsOp)
def svdvals(x: Any) -> Any:
    return linalg.svd(x, compute_uv=False)


@kernel(EighOp)
def eigh(x: Any, UPLO: str) -> Any:
    return tuple(linalg.eigh(x, UPLO))


@kernel(EigvalshOp)
def eigvalsh(x: Any, uplo: str) -> Any:
    return tuple(linalg.eigh(x, uplo))


@kernel(EigOp)
def eig(x: Any) -> Any:
    """NumPy gives real numbers where all eigenvalues are real."""
    complex_type = np.promote_types(x.dtype, np.complex64)
    return tuple(found.astype(complex_type) for found in linalg.eig(x))


@kernel(EigvalsOp)
def eigvals(x: Any) -> Any:
    return linalg.eigvals(x).astype(np.promote_types(x.dtype, np.complex64))


@kernel(MatrixRankOp)
def matrix_rank(
    x: Any, tol: float, use_default_tol: bool, hermitian: bool, op: MatrixRankOp
) -> Any:
    sizes = _sizes(x, hermitian)
    least = _default_tolerance(x, sizes) if use_default_tol else x.dtype.type(tol)
    return _count(sizes > least, op)


@kernel(MatrixRankTolOp)
def matrix_rank_tol(
    x: Any, atol_tensor: Any, use_default_tol: bool, hermitian: bool, op: MatrixRankTolOp
) -> Any:
    sizes = _sizes(x, hermitian)
    least = atol_tensor[..., None]
    if use_default_tol:
        least = np.maximum(least, _default_tolerance(x, sizes))
    return _count(sizes > least, op)


@kernel(MatrixRankAtolRtolOp)
def matrix_rank_atol_rtol(
    x: Any, atol: Any, rtol: Any, hermitian: bool, op: MatrixRankAtolRtolOp
) -> Any:
    sizes = _sizes(x, hermitian)
    least = atol[..., None]
    if rtol is not None:
        largest = np.max(sizes, axis=-1, keepdims=True, initial=0)
        least = np.maximum(least, rtol[..., None] * largest)
    return _count(sizes > least, op)


def _sizes(x: Any, hermitian: bool) -> Any:
    """The singular values, of a Hermitian matrix the sizes of its eigenvalues."""
    return np.abs(linalg.eigvalsh(x)) if hermitian else svdvals(x)


def _default_tolerance(x: Any, sizes: Any) -> Any:
    largest = np.max(sizes, axis=-1, keepdims=True, initial=0)
    return largest * max(x.shape[-2:]) * np.finfo(sizes.dtype).eps


def _count(counted: Any, op: MatrixRankOp | MatrixRankTolOp | MatrixRankAtolRtolOp) -> Any:
    return np.sum(counted, axis=-1).astype(dtype_of(element_of(op.out)))
