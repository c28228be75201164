"""Springs for anything that moves: exact, the same at every frame rate, unconditionally stable.

>>> import sprung
>>> spring = sprung.Spring.from_halflife(0.2, 0.6)
>>> position, velocity = 0.0, 0.0
>>> for _ in range(120):
...     position, velocity = spring.step(1 / 60).apply(position, velocity, 90.0)
>>> abs(position - 90.0) < 0.1
True

A value is a number or an array: NumPy's of any shape, a Series of pandas or polars, a column of Arrow. float32 stays
float32; whole numbers become float64. Lengths are in any unit, times in seconds, frequencies in hertz unless the
name says angular (rad/s).
"""

from ._errors import NetworkError, ParameterError, SpecError, TimeError
from ._sprung import *  # noqa: F403

__all__ = [
    "ChunkSmoother",
    "ChunkSummary",
    "Collider",
    "Conversion",
    "Damper",
    "DamperStep",
    "Estimate",
    "Filter",
    "FreeResponse",
    "FrequencyResponse",
    "KeyedSmoother",
    "MovingGoalStep",
    "Network",
    "NetworkError",
    "ParameterError",
    "Resonance",
    "ResonanceFinder",
    "Smoother",
    "Solver",
    "SpecError",
    "Spring",
    "SpringFit",
    "SpringFitter",
    "SpringStep",
    "TimeError",
    "Timeline",
    "TimelineKey",
    "__version__",
    "angles_from_rotations",
    "conventions",
    "convert",
    "critical_springs",
    "css_linear",
    "dampers",
    "resample_uniform",
    "resonant_frequency",
    "rotations_from_angles",
    "smooth",
    "smooth_grouped",
    "smooth_in_chunks",
    "smooth_rotations",
    "smooth_rotations_zero_phase",
    "smooth_zero_phase",
    "spring_resonant_at",
    "spring_resonant_at_by_halflife",
    "springs",
    "unwrap_phase",
]
