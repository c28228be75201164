"""Minimax polynomials for sprung-batch, by Remez exchange in 60-digit arithmetic.

    python3 tools/polynomials.py

prints the coefficients of `(e^(-p) - 1)/p` on 0 ... 1.6, lowest first, for both precisions, and the greatest error
of `e^(-p)` that they leave before rounding. Needs mpmath.
"""

from mpmath import cos, expm1, linspace, lu_solve, matrix, mp, mpf, pi, polyval

mp.dps = 60
LONGEST = mpf("1.6")


def wanted(p):
    return mpf(-1) if p == 0 else expm1(-p) / p


def error(coefficients, p):
    """The error of e^(-p) - 1, whose factor p the polynomial leaves out."""
    return p * (polyval(coefficients[::-1], p) - wanted(p))


def remez(degree):
    count = degree + 2
    nodes = [LONGEST * (1 - cos(pi * (2 * i + 1) / (2 * count))) / 2 for i in range(count)]
    for _ in range(30):
        system = matrix(count, count)
        for row, p in enumerate(nodes):
            for power in range(degree + 1):
                system[row, power] = p ** (power + 1)
            system[row, degree + 1] = (-1) ** row
        right = matrix([p * wanted(p) for p in nodes])
        coefficients = list(lu_solve(system, right))[: degree + 1]
        grid = linspace(0, LONGEST, 4001)
        errors = [error(coefficients, p) for p in grid]
        peaks = [
            i
            for i in range(1, len(grid))
            if (i == len(grid) - 1 or abs(errors[i]) >= abs(errors[i + 1]))
            and abs(errors[i]) >= abs(errors[i - 1])
        ]
        if len(peaks) != count:
            break
        nodes = [grid[i] for i in peaks]
        sizes = [abs(errors[i]) for i in peaks]
        if max(sizes) < mpf("1.001") * min(sizes):
            break
    return coefficients, max(abs(e) for e in errors)


for name, degree in [("f32", 7), ("f64", 14)]:
    coefficients, worst = remez(degree)
    print(name, mp.nstr(worst, 3))
    for c in coefficients:
        print("   ", mp.nstr(c, 18), ",")
