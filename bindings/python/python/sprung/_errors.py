"""Errors, which the compiled module raises."""

from __future__ import annotations

import math


class ParameterError(ValueError):
    """A parameter outside its range: ``field must be rule, got value``."""

    #: The parameter's name.
    field: str
    #: The given value.
    value: float
    #: The rule for the value, such as ``>= 0``.
    rule: str

    # Engines make an error anew from its message.
    def __init__(
        self, message: str, field: str = "", value: float = math.nan, rule: str = ""
    ) -> None:
        super().__init__(message, field, value, rule)
        self.field, self.value, self.rule = field, value, rule

    def __str__(self) -> str:
        return str(self.args[0])


class TimeError(ValueError):
    """A sample whose time is not a finite number after that of the sample before it."""

    #: The sample's time, s.
    time: float
    #: The time of the sample before it, s, if there was one.
    previous: float | None

    def __init__(
        self, message: str, time: float = math.nan, previous: float | None = None
    ) -> None:
        super().__init__(message, time, previous)
        self.time, self.previous = time, previous

    def __str__(self) -> str:
        return str(self.args[0])


class SpecError(ValueError):
    """A text that does not describe a spring or damper."""


class NetworkError(ValueError):
    """A network that cannot be simulated; the message names the element by its index."""
