"""A folder of motion capture from 120 to 60 frames a second, smoothed by rotations: × real time of one core.

python motion_capture.py SPRUNG FOLDER OUT   runs SPRUNG, the program `sprung`, over FOLDER/*.bvh
python motion_capture.py SPRUNG [--takes N]  the same on a folder made of data/walk.bvh: N takes of it at 120 Hz
python motion_capture.py SPRUNG --promise    the same on 40 of them; exits with 1 below 1000 × real time

The rate is the recorded seconds over the processor's seconds, reading and writing of text included.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

WALK = Path(__file__).resolve().parents[1] / "data" / "walk.bvh"
SMOOTH = ["--rate", "60", "--spring", "frequency=6,damping_ratio=0.7071", "--zero-phase"]
TAKES, PROMISE = 40, 1000.0


def motion(path: Path) -> tuple[int, float]:
    """The frames of a file and their duration in seconds."""
    with open(path, encoding="utf-8") as lines:
        header = dict(line.split(":") for line in lines if line.startswith(("Frames:", "Frame Time:")))
    frames = int(header["Frames"])
    return frames, frames * float(header["Frame Time"])


def smooth(sprung: str, source: Path, target: Path) -> float:
    """Smooth a folder; return how many times faster than real time one core is."""
    takes = sorted(source.glob("*.bvh"))
    if not takes:
        raise SystemExit(f"no *.bvh in {source}")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sprung, "smooth", *map(str, takes), *SMOOTH, "--out-dir", str(target)]
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    recorded = sum(motion(take)[1] for take in takes)
    for take in takes:
        frames, seconds = motion(target / take.name)
        assert abs(seconds - motion(take)[1]) < 0.1 and abs(frames / seconds - 60.0) < 0.01
    rate = recorded / busy
    print(f"{len(takes)} takes, {recorded:.0f} s: {busy:.2f} s of one core, {rate:.0f} × real time")
    return rate


def walks(sprung: str, takes: int) -> float:
    """Smooth a folder of takes of a walk."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in"), Path(folder, "out")
        source.mkdir()
        take = source / "0.bvh"
        resample = [sprung, "smooth", str(WALK), "--rate", "120", "-o", str(take)]
        subprocess.run(resample, check=True, capture_output=True)
        for index in range(1, takes):
            (source / f"{index}.bvh").write_bytes(take.read_bytes())
        return smooth(sprung, source, target)


def main() -> int:
    match sys.argv[1:]:
        case [sprung, "--takes", takes]:
            walks(sprung, int(takes))
        case [sprung, source, target]:
            smooth(sprung, Path(source), Path(target))
        case [sprung, *promise] if promise in ([], ["--promise"]):
            return 1 if walks(sprung, TAKES) < PROMISE and promise else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
