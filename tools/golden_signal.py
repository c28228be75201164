"""Writes the golden data of the signal tests by SciPy: testkit/golden/{zero_phase,response,periodogram}.csv.

    python golden_signal.py           write the files
    python golden_signal.py --check   compare with the files on disk, exit code 1 if they differ

The series are sums of integers and of sines that are written to the file, so that a test reads its input back.
A filter is a continuous transfer function; SciPy turns it into a digital one for straight lines between the samples
(`cont2discrete`, method `foh`).
"""

import sys
from pathlib import Path

import numpy as np
import scipy
from scipy import signal

GOLDEN = Path(__file__).resolve().parent.parent / "testkit" / "golden"
SAMPLES = 400
STEP = 0.01


def transfer(kind, w, z):
    """Numerator and denominator in s."""
    if kind == "damper":
        return [w], [1.0, w]
    top = [w * w] if kind == "follow" else [2.0 * z * w, w * w]
    return top, [1.0, 2.0 * z * w, w * w]


FILTERS = [("damper", 8.0, 0.0), ("follow", 20.0, 1.0), ("follow", 12.0, 0.4), ("follow", 15.0, 2.0),
           ("track", 20.0, 0.7), ("track", 9.0, 1.0)]  # fmt: skip


def recorded():
    """A drift, two waves and a pseudo-random part; the line of least squares is taken off."""
    i = np.arange(SAMPLES)
    x = 0.01 * ((i * 7919) % 101) + np.sin(0.043 * i) + 0.5 * np.cos(0.19 * i) + 0.002 * i
    return np.round(signal.detrend(x), 12)


def zero_phase():
    """filtfilt with the digital filter of straight lines, started at rest on padding of the odd reflection.

    The padding is the whole series but one sample at each end, so that the start is forgotten.
    """
    x = recorded()
    header = ["time", "recorded"]
    columns = [STEP * np.arange(SAMPLES), x]
    for kind, w, z in FILTERS:
        b, a, _ = signal.cont2discrete(transfer(kind, w, z), STEP, method="foh")
        columns.append(signal.filtfilt(np.ravel(b), a, x, padtype="odd", padlen=SAMPLES - 1))
        header.append(f"{kind}_{w:g}_{z:g}")
    return header, columns


def response():
    """lsim of the same filters, at rest on 0 before the first sample, which is 0."""
    x = recorded()
    x = np.round(x - x[0], 12)
    times = STEP * np.arange(SAMPLES)
    header, columns = ["time", "recorded"], [times, x]
    for kind, w, z in FILTERS:
        columns.append(signal.lsim(transfer(kind, w, z), x, times)[1])
        header.append(f"{kind}_{w:g}_{z:g}")
    return header, columns


TONES = [(3.017, 1.0, 0.3), (11.53, 0.4, 1.1), (31.7, 0.15, 2.0)]


def periodogram():
    """A series of three tones and its highest frequencies, in three rows of `frequency` and `power`.

    For even times the periodogram under a Hann window with a parabola through the logarithms of the greatest powers,
    for uneven ones Lomb's and Scargle's of a series of the same tones; both on grids much finer than 1/T.
    """
    times = STEP * np.arange(2 * SAMPLES)
    uneven = times + 0.003 * np.sin(12.9 * np.arange(2 * SAMPLES) ** 2)
    uneven = np.round(uneven, 9)

    def series(t):
        return np.round(sum(a * np.sin(2 * np.pi * f * t + p) for f, a, p in TONES), 12)

    even, other = series(times), series(uneven)
    frequencies, powers = signal.periodogram(
        even, 1.0 / STEP, window="hann", nfft=2**18, detrend="linear", scaling="spectrum"
    )
    found, strengths, lomb = np.full(len(times), np.nan), *np.full((2, len(times)), np.nan)
    window = np.cos(np.pi * (uneven - uneven.mean()) / (uneven[-1] - uneven[0])) ** 2
    for index, (f, _, _) in enumerate(TONES):
        near = np.flatnonzero(np.abs(frequencies - f) < 0.3)
        best = near[np.argmax(powers[near])]
        left, middle, right = np.log(powers[best - 1 : best + 2])
        shift = 0.5 * (left - right) / (left - 2 * middle + right)
        found[index] = frequencies[best] + shift * frequencies[1]
        strengths[index] = np.sqrt(2.0 * powers[best])
        grid = np.arange(f - 0.2, f + 0.2, 1e-4)
        lomb[index] = grid[np.argmax(signal.lombscargle(uneven, window * other, 2 * np.pi * grid))]
    header = ["time", "even", "uneven_time", "uneven", "peak", "strength", "lomb_peak"]
    return header, [times, even, uneven, other, found, strengths, lomb]


def text(value):
    return "" if np.isnan(value) else repr(float(value)).removesuffix(".0")


def main():
    check = "--check" in sys.argv[1:]
    differs = False
    for table in (zero_phase, response, periodogram):
        header, columns = table()
        origin = f"# tools/golden_signal.py, SciPy {scipy.__version__}, NumPy {np.__version__}"
        rows = [",".join(text(value) for value in row) for row in zip(*columns)]
        content = "\n".join([origin, ",".join(header), *rows]) + "\n"
        path = GOLDEN / f"{table.__name__}.csv"
        same = path.exists() and path.read_text() == content
        if check:
            differs |= not same
        else:
            path.write_text(content)
        print(f"{path.name}: {len(rows)} rows, {'same' if same else 'different'}")
    sys.exit(1 if check and differs else 0)


if __name__ == "__main__":
    main()
