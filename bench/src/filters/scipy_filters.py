"""Filters of SciPy: reads signals and settings as JSON, writes every filtered signal as JSON."""

import json
import sys

import numpy as np
import scipy
from scipy import signal


def ema(values, rate, time):
    # x <- x + part * (value - x), from rest on the first value.
    part = -np.expm1(-1 / (time * rate))
    start = np.array([(1 - part) * values[0]])
    return signal.lfilter([part], [1, part - 1], values, zi=start)[0]


def butterworth(values, rate, time):
    sections = signal.butter(2, corner(rate, time), fs=rate, output="sos")
    return signal.sosfilt(sections, values, zi=signal.sosfilt_zi(sections) * values[0])[0]


def butterworth_filtfilt(values, rate, time):
    return signal.sosfiltfilt(signal.butter(2, corner(rate, time), fs=rate, output="sos"), values)


def savitzky_golay(values, rate, time):
    # As many samples as six times, three to each side, of a cubic.
    half = max(2, round(3 * time * rate))
    return signal.savgol_filter(values, 2 * half + 1, 3)


def corner(rate, time):
    return min(1 / (2 * np.pi * time), 0.45 * rate)


FILTERS = {
    "EMA": ema,
    "Butterworth": butterworth,
    "Butterworth, filtfilt": butterworth_filtfilt,
    "Savitzky-Golay": savitzky_golay,
}


def main():
    asked = json.load(sys.stdin)
    answer = {"version": scipy.__version__, "outputs": {}}
    for name, apply in FILTERS.items():
        answer["outputs"][name] = [
            [apply(np.array(values), asked["rate"], time).tolist() for values in asked["signals"]]
            for time in asked["times"]
        ]
    json.dump(answer, sys.stdout)


main()
