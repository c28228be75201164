"""Smooths the actions of a robot data set without lag, and tells their jerk before and after.

python robot_episodes.py FOLDER OUT   the episodes of a data set in the layout of LeRobot:
                                      data/chunk-*/episode_*.parquet with timestamp and lists `action`
python robot_episodes.py --generate FOLDER [EPISODES]
                                      writes such a data set: see `generate`

Every file is written with its columns and types; only the actions change. Needs: pip install sprung pyarrow
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
import sprung

#: Removes what is faster than a person moves an arm; forwards and backwards, so nothing lags.
FILTER = "frequency=5,damping_ratio=0.7071"
COLUMN = "action"
FPS, JOINTS = 50, 7

Floats = npt.NDArray[np.float64]


def mean_squared_jerk(times: Floats, positions: Floats) -> float:
    """The mean over frames and joints of the squared third derivative, per second^6."""
    derivative = positions
    for _ in range(3):
        derivative = np.gradient(derivative, times, axis=0)
    return float(np.mean(derivative**2))


def smooth_episode(source: Path, target: Path) -> tuple[int, float, float]:
    """Write the smoothed episode; return its frames and the jerk before and after."""
    table = pq.read_table(source)
    column = table.column(COLUMN).combine_chunks()
    actions = np.stack(column.to_numpy(zero_copy_only=False)).astype(np.float64)
    # Times of float32 are rounded; that of a frame is known.
    times = table.column("timestamp").to_numpy().astype(np.float64)
    smooth = sprung.smooth_zero_phase(FILTER, times, actions, axis=0)
    flat = pa.array(smooth.ravel(), column.type.value_type, from_pandas=True)
    if pa.types.is_fixed_size_list(column.type):
        lists = pa.FixedSizeListArray.from_arrays(flat, type=column.type)
    else:
        lists = pa.ListArray.from_arrays(column.offsets, flat, type=column.type)
    place = table.schema.get_field_index(COLUMN)
    target.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table.set_column(place, table.schema.field(place), lists), target)
    return len(times), mean_squared_jerk(times, actions), mean_squared_jerk(times, smooth)


def smooth_data_set(source: Path, target: Path) -> tuple[int, float, float]:
    """Smooth all episodes; return the frames and the mean jerk before and after."""
    episodes = sorted(source.glob("data/chunk-*/episode_*.parquet"))
    if not episodes:
        raise SystemExit(f"no data/chunk-*/episode_*.parquet in {source}")
    rows = [smooth_episode(path, target / path.relative_to(source)) for path in episodes]
    frames, before, after = (np.array(column, dtype=float) for column in zip(*rows))
    total = frames.sum()
    return int(total), float(frames @ before / total), float(frames @ after / total)


def reach(random: np.random.Generator) -> tuple[Floats, Floats]:
    """Times and joint angles (rad) of reaches between random poses: minimal jerk, 0.6 to 1.6 s each, with pauses."""
    parts, pose = [], random.uniform(-1.0, 1.0, JOINTS)
    for _ in range(8):
        goal = random.uniform(-1.0, 1.0, JOINTS)
        part = np.linspace(0.0, 1.0, int(FPS * random.uniform(0.6, 1.6)), endpoint=False)[:, None]
        parts.append(pose + (goal - pose) * part**3 * (10.0 - 15.0 * part + 6.0 * part**2))
        parts.append(np.repeat(goal[None], int(FPS * random.uniform(0.0, 0.4)), axis=0))
        pose = goal
    angles = np.concatenate(parts)
    return np.arange(len(angles)) / FPS, angles


def generate(folder: Path, episodes: int, *, is_clean: bool = False) -> None:
    """Write episodes of a stated generator, in the layout of a LeRobot data set.

    Reaches of minimal jerk, the tremor of the hand that leads the arm (8 to 12 Hz, 3 mrad), the noise of an encoder
    (1 mrad); 50 frames a second, 7 joints, seed 1. They are made up: no public data set can be had offline.
    """
    random = np.random.default_rng(1)
    for episode in range(episodes):
        times, angles = reach(random)
        tremor = random.uniform(8.0, 12.0, JOINTS) * times[:, None] + random.random(JOINTS)
        noisy = angles + 0.003 * np.sin(2.0 * np.pi * tremor)
        noisy = noisy + random.normal(0.0, 0.001, angles.shape)
        actions = (angles if is_clean else noisy).astype(np.float32)
        count = len(times)
        lists = pa.FixedSizeListArray.from_arrays(pa.array(actions.ravel()), JOINTS)
        columns = {
            COLUMN: lists,
            "timestamp": pa.array(times.astype(np.float32)),
            "frame_index": pa.array(np.arange(count)),
            "episode_index": pa.array(np.full(count, episode)),
        }
        path = folder / "data" / "chunk-000" / f"episode_{episode:06}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.table(columns), path)
    meta = folder / "meta" / "info.json"
    meta.parent.mkdir(parents=True, exist_ok=True)
    info = {"fps": FPS, "total_episodes": episodes, "features": {COLUMN: {"shape": [JOINTS]}}}
    meta.write_text(json.dumps(info, indent=1), encoding="utf-8")


def main() -> int:
    match sys.argv[1:]:
        case ["--generate", folder, *count]:
            generate(Path(folder), int(count[0]) if count else 50)
        case [source, target]:
            frames, before, after = smooth_data_set(Path(source), Path(target))
            print(f"{frames} frames; mean squared jerk {before:.4g} -> {after:.4g} rad^2/s^6")
            print(f"{before / after:.1f} times less; rms {before**0.5:.4g} -> {after**0.5:.4g} rad/s^3")
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
