"""PySpark in local mode: the groups of a frame, and a stream whose batches go on with the state of each key.

python spark_stream.py  compares both with each series by itself, bit for bit, and exits with 1 if a bit differs.
Needs Java and: pip install sprung pyspark==4.0.1 pandas pyarrow protobuf grpcio
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import sprung
import sprung.spark
from pyspark.sql import SparkSession
from pyspark.sql.types import DoubleType, LongType, StructField, StructType

FILTER = "halflife=0.2"
SENSORS, ROWS, FILES = 20, 300, 4


def readings() -> pd.DataFrame:
    """Readings of sensors in the order of time, and each smoothed by itself."""
    random = np.random.default_rng(3)
    frames = []
    for sensor in range(SENSORS):
        times = np.cumsum(random.uniform(0.001, 0.1, ROWS))
        values = random.normal(size=ROWS)
        values[random.random(ROWS) < 0.05] = np.nan
        smooth = sprung.smooth(FILTER, times, values)
        frames.append(pd.DataFrame({"sensor": sensor, "t": times, "x": values, "smooth": smooth}))
    return pd.concat(frames).sort_values("t", kind="stable", ignore_index=True)


def differing(name: str, result: pd.DataFrame) -> int:
    """The number of rows that are missing or whose bits differ."""
    ours, expected = (result[c].to_numpy(dtype=float) for c in ("x", "smooth"))
    same = (ours.view("u8") == expected.view("u8")) | (np.isnan(ours) & np.isnan(expected))
    count = SENSORS * ROWS - int(same.sum())
    print(f"{name}: {len(result)} rows, {count} differ")
    return count


def main() -> int:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", 2)
    provider = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
    builder = builder.config("spark.sql.streaming.stateStore.providerClass", provider)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    frame = readings()
    fields = [StructField(name, DoubleType()) for name in ("t", "x", "smooth")]
    schema = StructType([StructField("sensor", LongType()), *fields])

    whole = spark.createDataFrame(frame.sample(frac=1.0, random_state=1), schema).repartition(5)
    smooth = sprung.spark.smooth(whole, "x", "t", FILTER, by="sensor")
    count = differing("applyInArrow", smooth.toPandas())

    with tempfile.TemporaryDirectory() as folder:
        # A file is a batch of the stream; Spark reads them in the order of their times.
        source = Path(folder, "in")
        source.mkdir()
        for index, part in enumerate(np.array_split(np.arange(len(frame)), FILES)):
            path = source / f"{index}.parquet"
            frame.iloc[part].to_parquet(path, index=False)
            stamp = 1_700_000_000 + 10 * index
            os.utime(path, (stamp, stamp))
        stream = spark.readStream.schema(schema).option("maxFilesPerTrigger", 1)
        keyed = stream.parquet(str(source)).groupBy("sensor")
        smoother = sprung.spark.keyed_smoother("x", "t", FILTER)
        smoothed = keyed.transformWithStateInPandas(smoother, schema, "Append", "None")
        query = smoothed.writeStream.format("memory").queryName("smoothed").outputMode("append")
        query = query.option("checkpointLocation", f"{folder}/checkpoint")
        query.trigger(availableNow=True).start().awaitTermination()
        result = spark.sql("SELECT * FROM smoothed").toPandas()
        count += differing("transformWithStateInPandas", result)
    spark.stop()
    return 1 if count > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
