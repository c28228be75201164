"""The recipes that need no other program."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "recipes"))

import keyed_stream
import robot_episodes


def actions(folder):
    paths = sorted(folder.glob("data/*/*.parquet"))
    return [np.stack(pq.read_table(path).column("action").to_numpy()) for path in paths]


def test_the_jerk_of_robot_episodes_falls_to_that_of_the_motion(tmp_path):
    noisy, clean, out = (tmp_path / name for name in ("noisy", "clean", "out"))
    robot_episodes.generate(noisy, 5)
    robot_episodes.generate(clean, 5, is_clean=True)
    frames, before, after = robot_episodes.smooth_data_set(noisy, out)
    _, motion, _ = robot_episodes.smooth_data_set(clean, tmp_path / "other")
    assert frames == sum(map(len, actions(noisy)))
    assert before > 50.0 * after and 0.9 * motion < after < 1.5 * motion

    def error(folder):
        pairs = zip(actions(folder), actions(clean))
        return np.sqrt(np.mean(np.concatenate([a - b for a, b in pairs]) ** 2))

    # What is smoothed is nearer to the motion, not only smoother.
    assert error(out) < 0.4 * error(noisy)
    for path in sorted(noisy.glob("data/*/*.parquet")):
        ours, theirs = pq.read_table(out / path.relative_to(noisy)), pq.read_table(path)
        assert ours.schema == theirs.schema
        assert ours.drop(["action"]) == theirs.drop(["action"])


def test_a_keyed_state_goes_on_with_the_same_bits():
    readings = keyed_stream.readings()
    state, out = {}, []
    for sensor, reading in readings:
        state[sensor], smooth = keyed_stream.smoothed(state.get(sensor), reading)
        out.append((sensor, smooth))
    assert keyed_stream.is_smooth(readings, out)
    assert not keyed_stream.is_smooth(readings, out[:-1])
    assert {len(state) for state in state.values()} == {48}
