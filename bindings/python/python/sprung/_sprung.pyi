# Made by stubs.py from src/; do not edit.
"""
Springs for anything that moves; import `sprung`.
"""

from _typeshed import SupportsGetItem, SupportsLenAndGetItem
from typing import Any, Final, SupportsFloat, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from ._types import FilterLike, Floats, Gaps, Series, Times, Values

__all__ = ["__version__", "ChunkSmoother", "ChunkSummary", "Collider", "Conversion", "Damper", "DamperStep", "Estimate", "Filter", "FreeResponse", "FrequencyResponse", "KeyedSmoother", "MovingGoalStep", "Network", "Resonance", "ResonanceFinder", "Smoother", "Solver", "Spring", "SpringFit", "SpringFitter", "SpringStep", "Timeline", "TimelineKey", "angles_from_rotations", "conventions", "convert", "critical_springs", "css_linear", "dampers", "resample_uniform", "resonant_frequency", "rotations_from_angles", "smooth", "smooth_grouped", "smooth_in_chunks", "smooth_rotations", "smooth_rotations_zero_phase", "smooth_zero_phase", "spring_resonant_at", "spring_resonant_at_by_halflife", "springs", "unwrap_phase"]

__version__: Final[str]

@final
class ChunkSmoother:
    """
    Smooths a chunk of a series: the second of two passes, see ChunkSummary.
    """
    def __new__(cls, /, before: ChunkSummary) -> ChunkSmoother:
        """
        A smoother for the rows after those of a summary, which begins with row 0.
        """
    def process(self, /, times: Series, values: Series) -> npt.NDArray[np.float64]:
        """
        Smooths the rows that follow: times (s) and values of shape (n,). Returns float64. Raises TimeError, and is then
        as before.
        """

@final
class ChunkSummary:
    """
    The effect of consecutive rows of a series on the spring that smooths it: the first of two passes over a series that
    lies on many machines.

    Each machine summarizes its chunk; the summaries before a chunk, merged in order, are all that ChunkSmoother needs to
    smooth it. The result has the same bits, into whatever chunks the series is divided.

    >>> first = ChunkSummary('halflife=0.1')
    >>> first.extend([0.0, 0.1], [1.0, 2.0])
    >>> second = ChunkSummary('halflife=0.1', first_row=2)
    >>> second.extend([0.2], [1.0])
    >>> first.merge(second)
    >>> first.end_row
    3
    """
    def __new__(cls, /, filter: FilterLike, *, first_row: int = 0, gaps: Gaps = "hold") -> ChunkSummary:
        """
        The summary of no rows; the first will be the row with this number, counted from 0 at the start of the series.
        """
    @property
    def end_row(self, /) -> int:
        """
        The number of the row after the last one.
        """
    def extend(self, /, times: Series, values: Series) -> None:
        """
        Takes in the rows that follow: times (s) and values of shape (n,). Raises TimeError, and is then as before.
        """
    @property
    def first_row(self, /) -> int:
        """
        The number of the first row.
        """
    def merge(self, /, next: ChunkSummary) -> None:
        """
        Takes in the chunk that follows. Raises ValueError for one that does not, and is then as before.
        """
    @staticmethod
    def restore(filter: FilterLike, state: bytes, *, gaps: Gaps = "hold") -> ChunkSummary:
        """
        A summary from its saved bytes. Raises ValueError for others, and for those of another filter.
        """
    def save(self, /) -> bytes:
        """
        The summary as bytes: at most 140 KB.
        """

@final
class Collider:
    """
    A shape that pushes particles out, with Coulomb friction; it moves with a velocity, m/s.
    """
    @staticmethod
    def capsule(a: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], b: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], radius: SupportsFloat | SupportsIndex, *, friction: SupportsFloat | SupportsIndex = 0.0, velocity: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ...) -> Collider:
        """
        All points within a radius of the line from a to b, m.
        """
    @staticmethod
    def plane(point: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], normal: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], *, friction: SupportsFloat | SupportsIndex = 0.0, velocity: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ...) -> Collider:
        """
        Everything below a plane through a point (m) with an outward normal.
        """
    @staticmethod
    def sphere(center: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], radius: SupportsFloat | SupportsIndex, *, friction: SupportsFloat | SupportsIndex = 0.0, velocity: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ...) -> Collider:
        """
        A ball with a center and a radius, m.
        """

@final
class Conversion:
    """
    A spring in the keys of a convention.
    """
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def convention(self, /) -> str:
        """
        The name of the convention.
        """
    @property
    def damper(self, /) -> Damper | None:
        """
        The damper of these keys and values; None if they describe a spring.
        """
    @property
    def is_exact(self, /) -> bool:
        """
        True if nothing but rounding is lost.
        """
    @property
    def note(self, /) -> str | None:
        """
        The limit of the convention, if the conversion is not exact.
        """
    @property
    def residual(self, /) -> float:
        """
        The largest difference of position from the motion that was asked for, as a fraction of the distance.
        """
    @property
    def spring(self, /) -> Spring | None:
        """
        The spring of these keys and values; None if they describe a damper.
        """
    @property
    def values(self, /) -> dict:
        """
        The keys and values, in the order in which they are written.
        """

@final
class Damper:
    """
    A first-order damper: the offset from the goal decays as e^(−λt), without a velocity.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @staticmethod
    def from_damping(damping: SupportsFloat | SupportsIndex, reference_step: SupportsFloat | SupportsIndex) -> Damper:
        """
        A damper that equals blending by damping·reference_step in steps of reference_step seconds.
        """
    @staticmethod
    def from_halflife(halflife: SupportsFloat | SupportsIndex) -> Damper:
        """
        A damper from its half-life, s.
        """
    @staticmethod
    def from_rate(rate: SupportsFloat | SupportsIndex) -> Damper:
        """
        A damper from its rate λ, 1/s.
        """
    @staticmethod
    def from_smoothing_factor(factor: SupportsFloat | SupportsIndex, reference_step: SupportsFloat | SupportsIndex) -> Damper:
        """
        A damper from the fraction of the offset that a step of reference_step seconds removes.
        """
    @staticmethod
    def from_time_constant(time_constant: SupportsFloat | SupportsIndex) -> Damper:
        """
        A damper from its time constant 1/λ, s.
        """
    @property
    def halflife(self, /) -> float:
        """
        The half-life, s.
        """
    @classmethod
    def parse(cls, /, text: str) -> Damper:
        """
        A damper from text: 'damper:halflife=0.2'. Raises SpecError.
        """
    @property
    def rate(self, /) -> float:
        """
        The rate λ, 1/s.
        """
    def smoothing_factor(self, /, reference_step: SupportsFloat | SupportsIndex) -> float:
        """
        The fraction of the offset that a step of reference_step seconds removes.
        """
    def step(self, /, dt: SupportsFloat | SupportsIndex) -> DamperStep:
        """
        The exact step over dt seconds. A dt that is 0, negative or NaN changes nothing.
        """
    @property
    def time_constant(self, /) -> float:
        """
        The time constant 1/λ, s, which is the lag behind a goal of constant velocity.
        """

@final
class DamperStep:
    """
    The exact step of a damper towards a goal that is held.
    """
    def apply(self, /, value: Values, goal: Values, *, out: Floats | None = None) -> Any:
        """
        Returns the value one step later: a number or an array, as SpringStep.apply.
        """
    @property
    def remaining(self, /) -> float:
        """
        The part of the offset that is left, e^(−λ·dt).
        """

@final
class Estimate:
    """
    A parameter with its standard error, infinite if the series does not determine it.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __repr__(self, /) -> str: ...
    @property
    def standard_error(self, /) -> float:
        """
        The standard error.
        """
    @property
    def value(self, /) -> float:
        """
        The value.
        """

@final
class Filter:
    """
    A damper or spring through which a signal is passed: the signal is the goal, the motion is the result.

    follow(spring): damped relative to the world, the smoothest; lags behind a ramp by 2ζ/ω.
    track(spring): damped relative to the signal; no lag behind a ramp, but fast noise passes more easily.
    damper(damper): first order; lags by its time constant.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def damper(damper: Damper) -> Filter:
        """
        A first-order damper.
        """
    @staticmethod
    def follow(spring: Spring | str) -> Filter:
        """
        A spring damped relative to the world; a Spring or its text.
        """
    @property
    def slowest_decay_rate(self, /) -> float:
        """
        The slowest decay rate, 1/s: a disturbance decays at least as e^(−rate·t).
        """
    @staticmethod
    def track(spring: Spring | str) -> Filter:
        """
        A spring damped relative to the signal; a Spring or its text.
        """

@final
class FreeResponse:
    """
    The motion of a spring towards a held goal, as a function of time.
    """
    def acceleration(self, /, time: Values) -> Any:
        """
        The acceleration at times in seconds, units per s²: a number, or an array of the same shape.
        """
    def at(self, /, time: Values) -> tuple[Any, Any]:
        """
        The offset from the goal and the velocity (units per second) at times in seconds: two numbers, or two arrays of
        the shape of time.
        """
    def crossing_time(self, /, level: SupportsFloat | SupportsIndex) -> float:
        """
        The first time (s) at which the offset is a level; infinite if never.
        """
    def energy(self, /, time: Values) -> Any:
        """
        The energy per unit of mass at times in seconds: a number, or an array of the same shape.
        """
    def extremum(self, /, n: SupportsIndex) -> tuple[float, float] | None:
        """
        Time (s) and offset of the n-th turning point, from 1; None if there is none.
        """
    def integral(self, /) -> float:
        """
        The integral of the offset over all time, units · s.
        """
    def integral_abs(self, /) -> float:
        """
        The integral of the absolute offset over all time, units · s.
        """
    def max_acceleration(self, /) -> tuple[float, float]:
        """
        Time (s) and size of the highest acceleration, units per s².
        """
    def max_offset(self, /) -> tuple[float, float]:
        """
        Time (s) and size of the largest offset.
        """
    def max_speed(self, /) -> tuple[float, float]:
        """
        Time (s) and size of the highest speed, units per second.
        """
    def nth_crossing_time(self, /, level: SupportsFloat | SupportsIndex, n: SupportsIndex) -> float:
        """
        The n-th time (s, from 1) at which the offset is a level; infinite if never.
        """
    def overshoot(self, /) -> tuple[float, float] | None:
        """
        Time (s) and offset of the farthest point beyond the goal; None without overshoot.
        """
    def path_length(self, /) -> float:
        """
        The length of the whole path, units.
        """
    def settling_time(self, /, tolerance: SupportsFloat | SupportsIndex) -> float:
        """
        The time (s) after which the offset stays within a tolerance, in units.
        """

@final
class FrequencyResponse:
    """
    Gain, phase and delay of a spring as a filter of its goal.
    """
    def bandwidth(self, /) -> float:
        """
        The frequency (Hz) at which the gain falls to 1/√2.
        """
    def gain(self, /, frequency: Values) -> Any:
        """
        The gain at frequencies in Hz: a number, or an array of the same shape.
        """
    def group_delay(self, /, frequency: Values) -> Any:
        """
        The group delay at frequencies in Hz, s: a number, or an array of the same shape.
        """
    def phase(self, /, frequency: Values) -> Any:
        """
        The phase at frequencies in Hz, rad: a number, or an array of the same shape.
        """
    def resonance(self, /) -> tuple[float, float] | None:
        """
        Frequency (Hz) and gain of the resonant peak; None without one.
        """

@final
class KeyedSmoother:
    """
    Smooths many series whose rows come in any order, each in one pass: as a stream of sensors does.

    A key is the number of a series, below keys. Each series has the bits of Smoother, whatever rows of others come
    between, in chunks of any size; many rows at once are shared by all cores. 56 bytes for each key.

    >>> smoother = KeyedSmoother('halflife=0.1', keys=2)
    >>> smoother.process([0, 1, 0], [0.0, 0.5, 0.1], [8.0, -1.0, 8.0])
    array([ 8., -1.,  8.])
    """
    def __new__(cls, /, filter: FilterLike, *, keys: int = 0, gaps: Gaps = "hold") -> KeyedSmoother:
        """
        A smoother of this number of series; filter and gaps as in smooth.
        """
    def add_keys(self, /, keys: int) -> None:
        """
        Adds series, which have not begun.
        """
    def copy(self, /) -> KeyedSmoother:
        """
        A smoother in the same state.
        """
    @property
    def keys(self, /) -> int:
        """
        The number of keys.
        """
    def process(self, /, keys: Series, times: Times, values: Series, *, out: npt.NDArray[np.float64] | None = None) -> npt.NDArray[np.float64]:
        """
        Smooths the rows that follow: keys, times (s) and values of shape (n,). out as in smooth_grouped. Returns float64.

        Raises TimeError for a time that is not after the last one of its series, ValueError for a key that does not
        exist; nothing has then moved.
        """

@final
class MovingGoalStep:
    """
    The exact step of a spring while its goal moves linearly.
    """
    def apply(self, /, position: Values, velocity: Values, start: Values, end: Values, *, out: tuple[Floats, Floats] | None = None) -> tuple[Any, Any]:
        """
        Returns position and velocity one step later, while the goal moved linearly from one value to another.

        Numbers or arrays, as SpringStep.apply. The argument for the start of the goal is start, that for its end is
        end.
        """

@final
class Network:
    """
    Particles joined by springs, as data; a Solver moves it. Meters, seconds, kilograms.

    >>> rope = Network.rope([0, 0, 0], [2, 0, 0], links=20, mass=1.0)
    >>> rope.fix([0])
    >>> solver = Solver(rope)
    >>> solver.step(1 / 60, count=120)
    >>> solver.positions().shape
    (21, 3)
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /) -> Network:
        """
        An empty network.
        """
    def __repr__(self, /) -> str: ...
    def add_edge(self, /, a: SupportsIndex, b: SupportsIndex, rest_length: SupportsFloat | SupportsIndex, *, stiffness: Spring | str | None = None, mode: str = "two_way", tear_strain: SupportsFloat | SupportsIndex = ...) -> int:
        """
        Adds an edge between two particles with a rest length in m; returns its index.

        stiffness is a Spring or its text; None is rigid. mode is 'two_way', 'tension_only' or 'compression_only'. It
        breaks at the strain tear_strain.
        """
    def add_long_range_attachments(self, /) -> None:
        """
        Ties every dynamic particle to the four nearest fixed ones, by tethers as long as the shortest paths over the surface.
        """
    def add_particle(self, /, position: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], mass: SupportsFloat | SupportsIndex, velocity: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ...) -> int:
        """
        Adds a particle with a mass in kg (infinite: fixed) at a position (m) with a velocity (m/s); returns its index.
        """
    def append(self, /, other: Network) -> int:
        """
        Adds another network; returns the index that its first particle has now.
        """
    @staticmethod
    def bridge(cells: SupportsIndex, spacing: SupportsFloat | SupportsIndex, mass: SupportsFloat | SupportsIndex) -> Network:
        """
        A truss bridge of cells with a spacing (m) in the plane z = 0; mass in kg.
        """
    def check(self, /) -> None:
        """
        Raises NetworkError for the first element that cannot be simulated.
        """
    @staticmethod
    def cloth(columns: SupportsIndex, rows: SupportsIndex, spacing: SupportsFloat | SupportsIndex, mass: SupportsFloat | SupportsIndex, *, structure: Spring | str | None = None, shear: Spring | str | None = None, bend: Spring | str | None = None) -> Network:
        """
        A woven sheet in the plane y = 0, columns × rows particles at a spacing (m); mass in kg. Springs (or their text)
        along the threads, across the cells, and over every second particle; None is rigid along the threads, and
        absent elsewhere.
        """
    def connect(self, /, a: SupportsIndex, b: SupportsIndex) -> int:
        """
        Adds a rigid edge whose rest length is the distance of its particles now; returns its index.
        """
    def edges(self, /) -> npt.NDArray[np.int64]:
        """
        The particles that each edge joins, shape (m, 2).
        """
    def fix(self, /, particles: SupportsGetItem[int, SupportsIndex]) -> None:
        """
        Fixes particles at their positions.
        """
    @staticmethod
    def lattice(size: SupportsLenAndGetItem[SupportsIndex], spacing: SupportsFloat | SupportsIndex, mass: SupportsFloat | SupportsIndex) -> Network:
        """
        A block of size (x, y, z) particles at a spacing (m), each joined to its neighbors; mass in kg.
        """
    def positions(self, /) -> npt.NDArray[np.float32]:
        """
        The positions of the particles, m, shape (n, 3).
        """
    @staticmethod
    def ring(radius: SupportsFloat | SupportsIndex, links: SupportsIndex, mass: SupportsFloat | SupportsIndex) -> Network:
        """
        A ring of links about the origin in the plane z = 0, radius in m, mass in kg.
        """
    @staticmethod
    def rope(start: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], end: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], links: SupportsIndex, mass: SupportsFloat | SupportsIndex) -> Network:
        """
        A straight rope of links + 1 particles between two points (m); mass in kg.
        """
    def scale_masses(self, /, part: SupportsFloat | SupportsIndex) -> None:
        """
        Makes particles near fixed ones heavier, for large sheets that hang by a corner; adds a part (0 to 1) of the mass.
        """
    def set_stiffness(self, /, stiffness: Spring | str | None) -> None:
        """
        Makes all edges springs (or their text); None makes them rigid.
        """
    @staticmethod
    def tree(points: Series, parents: SupportsGetItem[int, SupportsIndex], mass: SupportsFloat | SupportsIndex) -> Network:
        """
        A tree of points of shape (n, 3) in m, each joined to its parent (itself for a root); mass of each in kg.
        """
    @staticmethod
    def volume_lattice(points: Series, triangles: Series, spacing: SupportsFloat | SupportsIndex, mass: SupportsFloat | SupportsIndex) -> Network:
        """
        A lattice that fills a closed mesh: points of shape (n, 3) in m, triangles of shape (m, 3).
        """
    @staticmethod
    def wheel(radius: SupportsFloat | SupportsIndex, links: SupportsIndex, mass: SupportsFloat | SupportsIndex) -> Network:
        """
        A ring with a spoke from each particle to a hub.
        """

@final
class Resonance:
    """
    A frequency in a signal.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __repr__(self, /) -> str: ...
    @property
    def frequency(self, /) -> float:
        """
        The frequency, Hz.
        """
    @property
    def period(self, /) -> float:
        """
        The period, s.
        """
    @property
    def signal_to_noise(self, /) -> float:
        """
        The power of the tone over that of the noise around it.
        """
    @property
    def strength(self, /) -> float:
        """
        The amplitude of the tone, in the units of the signal.
        """

@final
class ResonanceFinder:
    """
    A search for the frequencies in a signal: between start and end in Hz (all by default), with a relative resolution of
    0.0001 to 0.1, on a number of threads (all by default).

    >>> import numpy as np
    >>> times = np.arange(2000) * 0.001
    >>> round(ResonanceFinder().run(np.sin(2 * np.pi * 50 * times), 0.001)[0].frequency, 6)
    50.0
    """
    def __new__(cls, /, start: float | None = None, end: float | None = None, *, resolution: SupportsFloat | SupportsIndex = 0.01, threads: int | None = None) -> ResonanceFinder: ...
    def run(self, /, values: Series, times: Times) -> list[Resonance]:
        """
        Returns the frequencies in a signal of shape (n,), the strongest first, 64 at most.

        times is the even step in seconds, or the time of each sample, shape (n,): then a NaN value is missing.
        """
    def spectrogram(self, /, values: Series, dt: SupportsFloat | SupportsIndex, frequencies: Series, columns: SupportsIndex) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """
        Returns the strength of frequencies over time, shape (frequencies, columns), and the times of the columns, s, of
        a signal of shape (n,) at even steps of dt seconds.
        """
    def spectrum(self, /, values: Series, dt: SupportsFloat | SupportsIndex, frequencies: Series | None = None) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """
        Returns frequencies (Hz) and the strength at each, as arrays of shape (m,), of a signal of shape (n,) at even steps
        of dt seconds; at given frequencies, or at as many as the resolution needs.
        """

@final
class Smoother:
    """
    Smooths any number of channels in one pass, sample by sample or in chunks of any size.

    All state lies in the smoother: the chunks of a series give the same bits as the whole series.

    >>> smoother = Smoother('halflife=0.1', channels=2)
    >>> smoother.advance(0.0, [0.0, 8.0])
    array([0., 8.])
    """
    def __new__(cls, /, filter: FilterLike, *, gaps: Gaps = "hold", channels: int = 1) -> Smoother:
        """
        A smoother with this number of channels; filter and gaps as in smooth.
        """
    def advance(self, /, time: SupportsFloat | SupportsIndex, row: Values) -> Any:
        """
        Moves on to the next sample: one value for each channel, a number if there is one channel. Returns the smoothed
        values, a number for a number.

        Raises TimeError for a time (s) that is not after the last one; the smoother is then as before.
        """
    @property
    def channels(self, /) -> int:
        """
        The number of channels.
        """
    def copy(self, /) -> Smoother:
        """
        A smoother in the same state.
        """
    def process(self, /, times: Series, values: Series) -> Floats:
        """
        Smooths the next samples of the series: times of shape (n,) in seconds, values of shape (n, channels), or (n,)
        for one channel. Returns a new array of the shape of values; float32 in gives float32 out.

        Dates are seconds since the first date of the chunk: give a smoother numbers.

        Raises TimeError for a time that is not after the one before; the smoother is then as before.
        """
    @staticmethod
    def restore(filter: FilterLike, state: bytes, *, gaps: Gaps = "hold") -> Smoother:
        """
        A smoother from its saved state: it goes on with the bits of the one that was saved. Raises ValueError for other
        bytes.
        """
    def save(self, /) -> bytes:
        """
        The state as bytes, 16 and 32 for each channel, for the keyed state of a stream processor. The filter is not
        part of it.
        """
    def smoothed(self, /) -> npt.NDArray[np.float64]:
        """
        The smoothed value of each channel at the last sample, shape (channels,); NaN before a channel's first value.
        """

@final
class Solver:
    """
    Moves a network in small steps: stiff, fast and robust.

    gravity in m/s², drag in 1/s against wind in m/s. A connected part of which no particle has been faster than
    sleep_speed (m/s) for half a second sleeps: it rests until something acts on it. More substeps are stiffer; line_solver
    solves straight lines of edges directly.
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, network: Network, *, substeps: SupportsIndex = 8, line_solver: bool = True, gravity: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ..., drag: SupportsFloat | SupportsIndex = 0.0, wind: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ..., sleep_speed: SupportsFloat | SupportsIndex = 0.0) -> Solver: ...
    def apply_impulse(self, /, particle: SupportsIndex, impulse: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> None:
        """
        Applies an impulse to a particle, N·s.
        """
    def copy(self, /) -> Solver:
        """
        A solver in the same state.
        """
    @property
    def is_asleep(self, /) -> bool:
        """
        True if nothing has moved for half a second.
        """
    def is_torn(self, /, edge: SupportsIndex) -> bool:
        """
        True if an edge has torn.
        """
    def network(self, /) -> Network:
        """
        The network as it is now, without the edges that have torn.
        """
    def positions(self, /) -> npt.NDArray[np.float32]:
        """
        The positions of the particles, m, shape (n, 3).
        """
    def quarantined(self, /) -> npt.NDArray[np.int64]:
        """
        The particles of connected parts in which a number has overflowed in the last step, ascending. They were put back to
        where that step began, with the velocity 0; all others have moved on.
        """
    def set_colliders(self, /, colliders: SupportsGetItem[int, Collider]) -> None:
        """
        Replaces all colliders.
        """
    def set_environment(self, /, *, gravity: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ..., drag: SupportsFloat | SupportsIndex = 0.0, wind: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ...) -> None:
        """
        Changes gravity (m/s²), drag (1/s) and wind (m/s) from the next step on.
        """
    def set_kinematic_target(self, /, particle: SupportsIndex, goal: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> None:
        """
        Moves a fixed particle to a position (m) that it reaches at the end of the next step.
        """
    def step(self, /, dt: SupportsFloat | SupportsIndex, count: SupportsIndex = 1) -> None:
        """
        Advances by count steps of dt seconds.
        """
    def stretch(self, /) -> tuple[float, float]:
        """
        The largest and the mean of |length / rest length − 1| over the edges.
        """
    @property
    def substeps(self, /) -> int:
        """
        The number of substeps of the next step.
        """
    def velocities(self, /) -> npt.NDArray[np.float32]:
        """
        The velocities of the particles, m/s, shape (n, 3).
        """
    @staticmethod
    def within_stretch(network: Network, max_stretch: SupportsFloat | SupportsIndex = 0.01, *, substeps: SupportsIndex = 128, line_solver: bool = True, gravity: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ..., drag: SupportsFloat | SupportsIndex = 0.0, wind: SupportsLenAndGetItem[SupportsFloat | SupportsIndex] = ..., sleep_speed: SupportsFloat | SupportsIndex = 0.0) -> Solver:
        """
        A solver that keeps rigid edges within max_stretch, a part of their lengths: 0.01 is 1 %.

        It chooses the number of substeps, at most those given, and adds long-range attachments and mass where the shape of
        the network asks for them.
        """

@final
class Spring:
    """
    A damped spring, by its undamped angular frequency (rad/s) and its damping ratio.

    The offset x from the goal obeys x″ + 2ζω x′ + ω² x = 0, solved exactly. Damping ratio 0 swings without end, below 1
    overshoots, 1 is the fastest without overshoot from rest, above 1 is slower.

    >>> Spring.from_frequency(2.0, 0.5)
    Spring('frequency=2,damping_ratio=0.5')
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, angular_frequency: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from its undamped angular frequency (rad/s, ≥ 0) and damping ratio (≥ 0). Both may be infinite.

        Raises ParameterError for a negative or NaN value, and for 0 · ∞.
        """
    def __reduce__(self, /) -> tuple[Any, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def angular_frequency(self, /) -> float:
        """
        The undamped angular frequency ω, rad/s.
        """
    @property
    def bandwidth(self, /) -> float:
        """
        The bandwidth as a low-pass filter, Hz.
        """
    @property
    def bounce(self, /) -> float:
        """
        SwiftUI's bounce, −1 … 1.
        """
    @staticmethod
    def critical(angular_frequency: SupportsFloat | SupportsIndex) -> Spring:
        """
        A critically damped spring (damping ratio 1) from its angular frequency, rad/s.
        """
    def crossing_time(self, /, left: SupportsFloat | SupportsIndex) -> float:
        """
        The first time (s) at which a fraction of the offset is left, from rest.
        """
    @property
    def damped_angular_frequency(self, /) -> float:
        """
        The angular frequency of the swings, ω√(1 − ζ²) in rad/s; 0 from critical damping on.
        """
    @property
    def damping(self, /) -> float:
        """
        The damping per unit of mass, 2ζω in 1/s.
        """
    @property
    def damping_ratio(self, /) -> float:
        """
        The damping ratio ζ; infinite for drag without stiffness.
        """
    @property
    def decay_rate(self, /) -> float:
        """
        The decay rate ζω of the envelope, 1/s.
        """
    @property
    def duration(self, /) -> float:
        """
        SwiftUI's duration, 2π/ω in s.
        """
    def energy(self, /, position: SupportsFloat | SupportsIndex, velocity: SupportsFloat | SupportsIndex, goal: SupportsFloat | SupportsIndex) -> float:
        """
        The energy per unit of mass, ½v² + ½ω²(x − goal)².
        """
    @staticmethod
    def fit_step_response(first: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], second: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Spring:
        """
        The spring through two points (time in s, fraction of the distance covered) of a measured step response.
        """
    def follow_response(self, /) -> FrequencyResponse:
        """
        Gain and phase of a motion that is damped relative to the world.
        """
    def follow_step(self, /, dt: SupportsFloat | SupportsIndex) -> MovingGoalStep:
        """
        The exact step while the goal moves linearly, damped relative to the world: lags behind by 2ζ/ω.
        """
    def free_response(self, /, position: SupportsFloat | SupportsIndex, velocity: SupportsFloat | SupportsIndex, goal: SupportsFloat | SupportsIndex) -> FreeResponse:
        """
        The motion towards a goal that is held, as a function of time.
        """
    @property
    def frequency(self, /) -> float:
        """
        The undamped frequency, Hz.
        """
    @staticmethod
    def from_bandwidth(bandwidth: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from its bandwidth (Hz) as a low-pass filter and its damping ratio.
        """
    @staticmethod
    def from_duration_and_bounce(duration: SupportsFloat | SupportsIndex, bounce: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from SwiftUI's duration (s) and bounce (−1 … 1).
        """
    @staticmethod
    def from_frequency(frequency: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from its undamped frequency (Hz) and damping ratio.
        """
    @staticmethod
    def from_halflife(halflife: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from its true half-life (s) and damping ratio: from rest, half of the offset is left after it.
        """
    @staticmethod
    def from_lag(lag: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from its lag behind a steady goal (s) and damping ratio; Unity's smooth time.
        """
    @staticmethod
    def from_mass_stiffness_and_damping(mass: SupportsFloat | SupportsIndex, stiffness: SupportsFloat | SupportsIndex, damping: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from mass (kg), stiffness (N/m) and damping (N·s/m).
        """
    @staticmethod
    def from_max_acceleration(acceleration: SupportsFloat | SupportsIndex, distance: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        The spring that covers a distance from rest without accelerating by more than a limit (units per s²).
        """
    @staticmethod
    def from_max_speed(speed: SupportsFloat | SupportsIndex, distance: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        The spring that covers a distance from rest without being faster than a limit (units per s).
        """
    @staticmethod
    def from_peak_time_and_overshoot(peak_time: SupportsFloat | SupportsIndex, overshoot: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from its peak time (s) and overshoot as a fraction of the distance.
        """
    @staticmethod
    def from_rise_time(rise_time: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from its rise time (s, 10 % to 90 % of the distance from rest) and damping ratio.
        """
    @staticmethod
    def from_settling_time(settling_time: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex, tolerance: SupportsFloat | SupportsIndex = 0.02) -> Spring:
        """
        A spring from its settling time (s), damping ratio, and the tolerance of settling as a fraction of the distance.
        """
    @staticmethod
    def from_settling_time_and_overshoot(settling_time: SupportsFloat | SupportsIndex, overshoot: SupportsFloat | SupportsIndex, tolerance: SupportsFloat | SupportsIndex = 0.02) -> Spring:
        """
        A spring from its settling time (s), overshoot and tolerance, both as fractions of the distance.
        """
    @staticmethod
    def from_stiffness_and_damping(stiffness: SupportsFloat | SupportsIndex, damping: SupportsFloat | SupportsIndex) -> Spring:
        """
        A spring from stiffness (1/s²) and damping (1/s) per unit of mass.
        """
    @property
    def halflife(self, /) -> float:
        """
        The true half-life from rest, s.
        """
    @property
    def lag(self, /) -> float:
        """
        The lag behind a goal of constant velocity, 2ζ/ω in s.
        """
    @property
    def overshoot(self, /) -> float:
        """
        The overshoot from rest, as a fraction of the distance.
        """
    @classmethod
    def parse(cls, /, text: str) -> Spring:
        """
        A spring from text: 'halflife=0.2', 'frequency=2,damping_ratio=0.5', or another system's parameters:
        'react-spring:tension=170,friction=26', 'swiftui:bouncy'. conventions() lists them.

        str(spring) is a text that gives the same spring, bit for bit. Raises SpecError.
        """
    @property
    def peak_time(self, /) -> float:
        """
        The time of the first overshoot from rest, s; infinite if there is none.
        """
    @property
    def regime(self, /) -> str:
        """
        The kind of motion: 'undamped', 'under_damped', 'critical', 'over_damped' or 'no_stiffness'.
        """
    @property
    def rise_time(self, /) -> float:
        """
        The time from 10 % to 90 % of the distance from rest, s.
        """
    def settling_time(self, /, tolerance: SupportsFloat | SupportsIndex = 0.02) -> float:
        """
        The time (s) after which a motion from rest stays within a tolerance, as a fraction of the distance.
        """
    def step(self, /, dt: SupportsFloat | SupportsIndex) -> SpringStep:
        """
        The exact step over dt seconds towards a goal that is held. A dt that is 0, negative or NaN changes nothing.
        """
    @property
    def stiffness(self, /) -> float:
        """
        The stiffness per unit of mass, ω² in 1/s².
        """
    def track_response(self, /) -> FrequencyResponse:
        """
        Gain and phase of a motion that is damped relative to its goal.
        """
    def track_step(self, /, dt: SupportsFloat | SupportsIndex) -> MovingGoalStep:
        """
        The exact step while the goal moves linearly, damped relative to the goal: no lag behind steady motion.
        """

@final
class SpringFit:
    """
    A fitted spring: its parameters, what it leaves, and whether it explains the series.
    """
    def __repr__(self, /) -> str: ...
    @property
    def angular_frequency(self, /) -> Estimate:
        """
        The angular frequency, rad/s.
        """
    @property
    def correlation(self, /) -> float:
        """
        The correlation of what is left in neighboring samples.
        """
    @property
    def damping_ratio(self, /) -> Estimate:
        """
        The damping ratio.
        """
    @property
    def delay(self, /) -> Estimate:
        """
        The time of the release, s.
        """
    @property
    def explanation(self, /) -> str:
        """
        'spring'; 'polynomial of degree n', if that fits as well; or 'unexplained'.
        """
    @property
    def goal(self, /) -> Estimate:
        """
        The goal.
        """
    @property
    def is_explained(self, /) -> bool:
        """
        True if the spring explains the series.
        """
    @property
    def residual(self, /) -> float:
        """
        The root mean square of what the fit leaves, units.
        """
    @property
    def samples(self, /) -> int:
        """
        The number of samples that are not missing.
        """
    @property
    def spring(self, /) -> Spring:
        """
        The spring.
        """
    @property
    def start(self, /) -> Estimate:
        """
        The position before the release.
        """
    def state_at(self, /, time: Values) -> tuple[Any, Any]:
        """
        The fitted position and velocity (units per second) at times in seconds: two numbers, or two arrays of the shape of
        time.
        """
    def undetermined(self, /) -> list[str]:
        """
        The names of the parameters that the series does not determine.
        """
    @property
    def velocity(self, /) -> Estimate:
        """
        The velocity at the release, units per second.
        """

@final
class SpringFitter:
    """
    Finds the spring that explains a recorded motion towards a goal that is held, with standard errors.

    release is how the motion starts: 'any', 'from_rest', 'moving' or 'kicked'.

    >>> import numpy as np
    >>> times = np.arange(200) / 100
    >>> motion = Spring(9.0, 0.4).free_response(0.0, 0.0, 5.0).at(times)[0] + 5.0
    >>> round(SpringFitter().run(times, motion).damping_ratio.value, 6)
    0.4
    """
    def __new__(cls, /, release: str = "any") -> SpringFitter: ...
    def run(self, /, times: Times, values: Series) -> SpringFit:
        """
        Fits a series: times (s, or one even step) and values of shape (n,); NaN is missing.

        Raises ParameterError for fewer than 8 samples, or times that do not ascend.
        """

@final
class SpringStep:
    """
    The exact step of a spring towards a goal that is held.

    >>> step = Spring.from_halflife(0.1, 1.0).step(1 / 60)
    >>> position, velocity = step.apply(0.0, 0.0, goal=1.0)
    """
    def __repr__(self, /) -> str: ...
    def apply(self, /, position: Values, velocity: Values, goal: Values, *, out: tuple[Floats, Floats] | None = None) -> tuple[Any, Any]:
        """
        Returns position and velocity one step later, in units and units per second.

        Numbers give numbers. Arrays of any shape, which broadcast together, give arrays of the common shape; float32 if
        all arrays are float32. out=(position, velocity) are arrays to write into, which may be the arguments
        themselves: nothing is copied then.
        """
    @property
    def dt(self, /) -> float:
        """
        The time of the step, s.
        """
    @property
    def matrix(self, /) -> list[list[float]]:
        """
        The matrix [[xx, xv], [vx, vv]] that multiplies the column (offset, velocity).
        """

@final
class Timeline:
    """
    A motion given by keys in the order of time; its state at any time, asked in any order, is that of one step.

    Before the first key, and for a NaN time, it is at rest at its position.
    """
    def __new__(cls, /, keys: list[TimelineKey]) -> Timeline:
        """
        A motion that goes on from each key to the next. Raises ParameterError for no key or times that do not ascend.
        """
    def key_before(self, /, time: SupportsFloat | SupportsIndex) -> TimelineKey:
        """
        The last key at or before a time (s); the first for an earlier or NaN time.
        """
    @property
    def keys(self, /) -> list[TimelineKey]:
        """
        The keys.
        """
    def state_at(self, /, time: Values) -> tuple[Any, Any]:
        """
        Returns position and velocity at times in seconds. For a number they are as the keys' positions; for an array of
        times they have its shape, followed by that of the positions.
        """

@final
class TimelineKey:
    """
    A time at which a motion starts or changes: the state from which it goes on, its goal and its spring.

    Positions are numbers, or arrays of shape (n,) for points and colors. The next key is made by key_at and changed:

    >>> start = TimelineKey(0.0, position=0.0, goal=1.0, spring='halflife=0.2')
    >>> back = start.key_at(0.2).with_goal(0.0)
    >>> round(Timeline([start, back]).state_at(0.2)[0], 9)
    0.5
    """
    def __new__(cls, /, time: SupportsFloat | SupportsIndex, *, position: Values, goal: Values, spring: Spring | str, velocity: Values | None = None) -> TimelineKey:
        """
        A motion that starts at a time (s): position and goal in units, velocity in units per second; the spring, or its
        text.
        """
    def __repr__(self, /) -> str: ...
    @property
    def goal(self, /) -> Any:
        """
        The goal.
        """
    def key_at(self, /, time: SupportsFloat | SupportsIndex) -> TimelineKey:
        """
        The key at a later time (s) of the same motion, for changes there.
        """
    @property
    def position(self, /) -> Any:
        """
        The position at its time.
        """
    @property
    def spring(self, /) -> Spring:
        """
        The spring.
        """
    @property
    def time(self, /) -> float:
        """
        The time, s.
        """
    def time_of_progress(self, /, progress: SupportsFloat | SupportsIndex) -> float:
        """
        The first time (s) at which a fraction of the distance to the goal is covered, along the straight line to it;
        infinite if it never is. For numbers and for up to four components.
        """
    @property
    def velocity(self, /) -> Any:
        """
        The velocity at its time, units per second.
        """
    def with_added_velocity(self, /, velocity: Values) -> TimelineKey:
        """
        The key with a velocity added, units per second.
        """
    def with_goal(self, /, goal: Values) -> TimelineKey:
        """
        The key with another goal; position and velocity go on.
        """
    def with_spring(self, /, spring: Spring | str) -> TimelineKey:
        """
        The key with another spring; position and velocity go on.
        """
    def with_state(self, /, position: Values, velocity: Values) -> TimelineKey:
        """
        The key in another state: a jump, or a velocity that is given, as by the end of a drag.
        """

def angles_from_rotations(order: str, rotations: Series) -> npt.NDArray[np.float64]:
    """
    Returns the angles in radians, shape (n, 3), of quaternions (x, y, z, w), shape (n, 4): each the nearest to those of the
    row before, without jumps.
    """

def conventions() -> dict[str, str]:
    """
    Returns the names of all conventions with what they stand for: {'unity': 'Unity: Mathf.SmoothDamp …', …}.
    """

def convert(spec: Spring | Damper | str, convention: str) -> Conversion:
    """
    Returns a spring, a damper or the text of one in the keys of a convention: the same motion, or the nearest that it can
    describe.

    >>> str(convert('frequency=2,damping_ratio=0.5', 'react-spring'))
    'react-spring:tension=157.91367041742973,friction=12.566370614359172'
    """

def critical_springs(halflife: Values, dt: Values, position: Values, velocity: Values, goal: Values, *, out: tuple[Floats, Floats] | None = None, parallel: bool = False) -> tuple[Floats, Floats]:
    """
    Advances critically damped springs by their true half-life (s): the fastest that never overshoot from rest, for less
    work than springs.

    Arguments and results as springs.
    """

def css_linear(spring: Spring | str, max_error: float = 0.001) -> tuple[str, float]:
    """
    Returns a spring as the text of a CSS linear() easing within an error (fraction of the distance), and its duration, s.
    """

def dampers(halflife: Values, dt: Values, value: Values, goal: Values, *, out: Floats | None = None, parallel: bool = False) -> Floats:
    """
    Damps values by individual half-lives (s): after each, half of the offset from the goal is left.

    Arguments as springs; returns the values, out is an array to write into.
    """

def resample_uniform(times: Times, values: Series) -> tuple[npt.NDArray[np.float64], float]:
    """
    The samples of a series at even steps over the same duration, and the step in seconds.

    times and values of shape (n,); times that are even within a hundredth of a step keep their values, otherwise the
    straight lines between the samples are sampled. A missing value (NaN) is passed over.
    """

def resonant_frequency(spring: Spring | str) -> float | None:
    """
    The frequency (Hz) at which a spring holds the most energy; None if it is damped too much to resonate.
    """

def rotations_from_angles(order: str, angles: Series) -> npt.NDArray[np.float64]:
    """
    Returns quaternions (x, y, z, w), shape (n, 4), of angles in radians, shape (n, 3), about axes in an order such as 'zxy'.
    """

def smooth(filter: FilterLike, times: Times, values: Series, *, gaps: Gaps = "hold", axis: int = ...) -> Floats:
    """
    Smooths series in one pass: each sample advances a spring, whose position is the result.

    filter: a Filter; a Spring, which follows; a Damper; or text: 'halflife=0.2', 'damper:halflife=0.2'.
    times: seconds, one for each sample, ascending, of any steps; dates and durations of NumPy, pandas and polars too.
    Or one number: the even step in seconds; each step has exactly this duration.
    values: an array of any shape with the samples along axis. float32 in gives float32 out.
    gaps: a value that is NaN, infinite or beyond ±1e300 is missing. 'hold' goes on with the value before, 'skip'
    leaves NaN, 'line' is as 'skip' in one pass.

    Returns a new array of the same shape. Raises TimeError.
    """

def smooth_grouped(filter: FilterLike, times: Times, values: Series, offsets: Series, *, gaps: Gaps = "hold", threads: int | None = None, out: npt.NDArray[np.float64] | None = None) -> npt.NDArray[np.float64]:
    """
    Smooths many series that lie one after another, each in one pass, on all cores.

    filter and gaps as in smooth. times (s) and values of shape (n,); series i is the rows offsets[i] to offsets[i + 1],
    as in a list array of Arrow. Each has the bits of smooth, on any number of threads; None is one for each core.
    out: an array of float64 for the result, which may be values itself.

    Returns float64. Raises TimeError and ValueError; out then holds values.
    """

def smooth_in_chunks(filter: FilterLike, times: Times, values: Series, *, gaps: Gaps = "hold", threads: int | None = None) -> npt.NDArray[np.float64]:
    """
    Smooths one long series in two passes on all cores: the result of ChunkSmoother, on any number of threads.

    Arguments as smooth, values of shape (n,). Within 3e-14 of the largest value it is that of smooth.
    """

def smooth_rotations(filter: FilterLike, times: Times, rotations: Series, *, gaps: Gaps = "hold") -> npt.NDArray[np.float64]:
    """
    Smooths rotations in one pass: unit quaternions (x, y, z, w) of shape (n, 4); times in seconds, shape (n,), or one even
    step. A row with NaN is missing. Filter and gaps as in smooth.
    """

def smooth_rotations_zero_phase(filter: FilterLike, times: Times, rotations: Series, *, gaps: Gaps = "hold") -> npt.NDArray[np.float64]:
    """
    Smooths rotations forwards and backwards, without lag. Arguments as smooth_rotations.
    """

def smooth_zero_phase(filter: FilterLike, times: Times, values: Series, *, gaps: Gaps = "hold", axis: int = ...) -> Floats:
    """
    Smooths whole series forwards and backwards: no lag at any frequency, and the gain squared.

    Arguments as smooth. With 'line', gaps between values are filled by straight lines.
    """

def spring_resonant_at(frequency: SupportsFloat | SupportsIndex, damping_ratio: SupportsFloat | SupportsIndex) -> Spring:
    """
    The spring that resonates at a frequency (Hz) with a damping ratio (0 to 0.866).
    """

def spring_resonant_at_by_halflife(frequency: SupportsFloat | SupportsIndex, halflife: SupportsFloat | SupportsIndex) -> Spring:
    """
    The spring that resonates at a frequency (Hz), whose swings decay by half in a half-life (s).
    """

def springs(angular_frequency: Values, damping_ratio: Values, dt: Values, position: Values, velocity: Values, goal: Values, *, out: tuple[Floats, Floats] | None = None, parallel: bool = False) -> tuple[Floats, Floats]:
    """
    Advances springs that differ in angular frequency (rad/s), damping ratio, time step (s) or goal, each a number for all
    or an array; all broadcast together.

    Solved exactly, regimes mixed. A negative or NaN frequency or damping ratio makes that spring NaN and no other; a dt
    that is 0, negative or NaN changes nothing. float32 if all arrays are float32.

    Returns (position, velocity) of the common shape. out=(position, velocity) are arrays to write into, which may be
    the arguments themselves. parallel=True uses all cores; the bits are the same.

    >>> springs([5.0, 10.0], 1.0, 1 / 60, 0.0, 0.0, 1.0)[0].shape
    (2,)
    """

def unwrap_phase(angles: Series, turn: float = ...) -> npt.NDArray[np.float64]:
    """
    Returns angles as a continuous signal: jumps of more than half a turn are taken out. Shape (n,) in and out; NaN is
    missing.
    """
