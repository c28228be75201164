"""Minimax polynomials for sprung and sprung-batch, by Remez exchange in 60-digit arithmetic.

    python3 tools/polynomials.py

prints coefficients, lowest first, for both precisions, and the greatest weighted error before rounding:

- `(e^(-x) - 1 + x)/x^2` on 0 ... 1 for the core;
- `(e^(-p) - 1)/p` on 0 ... 1.6 for the batch, its error times `p`, that of `e^(-p)`.

Needs mpmath.
"""

from mpmath import cos, expm1, linspace, lu_solve, matrix, mp, mpf, nstr, pi, polyval

mp.dps = 60


def short_exponential(x):
    if x < mpf("1e-12"):
        return mpf(1) / 2 - x / 6
    return (expm1(-x) + x) / x**2


def exponential_series(p):
    return mpf(-1) if p == 0 else expm1(-p) / p


def remez(wanted, weight, greatest, degree):
    count = degree + 2

    def error(coefficients, x):
        return weight(x) * (polyval(coefficients[::-1], x) - wanted(x))

    nodes = [greatest * (1 - cos(pi * (2 * i + 1) / (2 * count))) / 2 for i in range(count)]
    for _ in range(30):
        system = matrix(count, count)
        for row, x in enumerate(nodes):
            for power in range(degree + 1):
                system[row, power] = weight(x) * x**power
            system[row, degree + 1] = (-1) ** row
        right = matrix([weight(x) * wanted(x) for x in nodes])
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


def show(name, wanted, weight, greatest, degrees):
    for precision, degree in degrees:
        coefficients, worst = remez(wanted, weight, mpf(greatest), degree)
        print(name, precision, nstr(worst, 3))
        for c in coefficients:
            print("   ", nstr(c, 18), ",")


if __name__ == "__main__":
    show(
        "short exponential",
        short_exponential,
        lambda x: mpf(1),
        "1",
        [("f32", 5), ("f64", 11)],
    )
    show("exponential series", exponential_series, lambda p: p, "1.6", [("f32", 7), ("f64", 14)])
