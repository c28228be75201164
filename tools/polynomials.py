"""Minimax polynomials for sprung, by Remez exchange in 60-digit arithmetic.

    python3 tools/polynomials.py

prints the coefficients of `(e^(-x) - 1 + x)/x^2` on 0 ... 1, lowest first, for both precisions, and the greatest error
before rounding. Needs mpmath.
"""

from mpmath import cos, expm1, linspace, lu_solve, matrix, mp, mpf, nstr, pi, polyval

mp.dps = 60


def short_exponential(x):
    if x < mpf("1e-12"):
        return mpf(1) / 2 - x / 6
    return (expm1(-x) + x) / x**2


def remez(wanted, greatest, degree):
    count = degree + 2

    def error(coefficients, x):
        return polyval(coefficients[::-1], x) - wanted(x)

    nodes = [greatest * (1 - cos(pi * (2 * i + 1) / (2 * count))) / 2 for i in range(count)]
    for _ in range(30):
        system = matrix(count, count)
        for row, x in enumerate(nodes):
            for power in range(degree + 1):
                system[row, power] = x**power
            system[row, degree + 1] = (-1) ** row
        right = matrix([wanted(x) for x in nodes])
        coefficients = list(lu_solve(system, right))[: degree + 1]
        grid = linspace(0, greatest, 4001)
        errors = [error(coefficients, x) for x in grid]
        peaks = [
            i
            for i in range(len(grid))
            if (i == len(grid) - 1 or abs(errors[i]) >= abs(errors[i + 1]))
            and (i == 0 or abs(errors[i]) >= abs(errors[i - 1]))
            and errors[i] != 0
        ]
        if len(peaks) != count:
            break
        nodes = [grid[i] for i in peaks]
        sizes = [abs(errors[i]) for i in peaks]
        if max(sizes) < mpf("1.001") * min(sizes):
            break
    return coefficients, max(abs(e) for e in errors)


for name, degree in [("f32", 5), ("f64", 11)]:
    coefficients, worst = remez(short_exponential, mpf(1), degree)
    print(name, nstr(worst, 3))
    for c in coefficients:
        print("   ", nstr(c, 18), ",")
