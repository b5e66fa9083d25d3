"""The little algebra that a fit needs: symmetric positive matrices as lists of rows, and their triangular roots."""

from math import sqrt
from operator import mul
from typing import TypeAlias

Vector: TypeAlias = list[float]
Matrix: TypeAlias = list[Vector]


def zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def dot(one: Vector, other: Vector) -> float:
    """The sum of the products, as far as the shorter one goes."""
    return sum(map(mul, one, other), 0.0)


def root(matrix: Matrix) -> Matrix:
    """The lower triangle L with L times its transpose equal to the matrix (Cholesky); row i has i + 1 numbers."""
    lower: Matrix = []
    for i, row in enumerate(matrix):
        line: Vector = []
        for j in range(i):
            line.append((row[j] - dot(line, lower[j])) / lower[j][j])
        line.append(sqrt(row[i] - dot(line, line)))
        lower.append(line)
    return lower


def solve(lower: Matrix, right: Vector) -> Vector:
    """The x with L L' x = right."""
    return _solve(lower, _columns(lower), right)


def inverse(lower: Matrix) -> Matrix:
    """The inverse of L L'."""
    size, columns = len(lower), _columns(lower)
    return [_solve(lower, columns, [float(row == column) for row in range(size)]) for column in range(size)]


def _columns(lower: Matrix) -> Matrix:
    """What stands below the diagonal in each column, from the bottom up."""
    size = len(lower)
    return [[lower[row][column] for row in range(size - 1, column, -1)] for column in range(size)]


def _solve(lower: Matrix, columns: Matrix, right: Vector) -> Vector:
    half: Vector = []
    for line, value in zip(lower, right, strict=True):
        half.append((value - dot(half, line)) / line[-1])
    answer: Vector = []  # from its end
    for i in reversed(range(len(lower))):
        answer.append((half[i] - dot(answer, columns[i])) / lower[i][i])
    return answer[::-1]


def product(one: Matrix, symmetric: Matrix) -> Matrix:
    """A matrix times a symmetric one."""
    return [[dot(row, column) for column in symmetric] for row in one]
