"""Writes the tables of this folder: pip install pyarrow==26.0.1, then python write_tables.py.

They show how another program writes Parquet and Arrow IPC: times of every unit, nulls, dictionaries, lists, metadata.
"""

import datetime

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

ROWS = 60
STEPS_MS = [i * 20 + (i * i) % 7 for i in range(ROWS)]
START_MS = 1_700_000_000_123


def table():
    def times(unit, zone=None):
        scale = {"ms": 1, "us": 1000, "ns": 1_000_000}[unit]
        values = [(START_MS + step) * scale for step in STEPS_MS]
        return pa.array(values, pa.timestamp(unit, zone))

    def signal(i):
        return float((i * i) % 23) / 7

    words = ["walk", "run", "rest"]
    day = datetime.date(2024, 2, 20)
    columns = {
        "ms": times("ms", "UTC"),
        "us": times("us"),
        "ns": times("ns", "Europe/Berlin"),
        "day": pa.array([day + datetime.timedelta(days=i) for i in range(ROWS)]),
        "elapsed": pa.array([step * 1000 for step in STEPS_MS], pa.duration("us")),
        "epoch_ms": pa.array([START_MS + step for step in STEPS_MS], pa.int64()),
        "x": pa.array([None if i in (7, 8, 30) else signal(i) for i in range(ROWS)]),
        "y": pa.array([float("nan") if i == 9 else signal(2 * i) for i in range(ROWS)], pa.float32()),
        "count": pa.array([None if i == 5 else (i * 3) % 11 for i in range(ROWS)], pa.int32()),
        "activity": pa.array([words[i // 25] for i in range(ROWS)]).dictionary_encode(),
        "note": pa.array([f"row {i}" if i % 3 else None for i in range(ROWS)]),
        "flags": pa.array([[i, i + 1] if i % 2 else [] for i in range(ROWS)], pa.list_(pa.int8())),
    }
    schema = pa.schema(
        [pa.field(name, array.type, metadata={"of": name}) for name, array in columns.items()],
        metadata={"author": "sprung", "unit": "m"},
    )
    return pa.table(columns, schema=schema)


if __name__ == "__main__":
    all_columns = table()
    small = all_columns.select(["ms", "x"])
    pa.parquet.write_table(all_columns, "units.parquet", row_group_size=40)
    pa.feather.write_feather(all_columns, "units.feather", compression="lz4", chunksize=25)
    pa.parquet.write_table(small, "zstd.parquet", compression="zstd")
    pa.feather.write_feather(small, "zstd.feather", compression="zstd")
