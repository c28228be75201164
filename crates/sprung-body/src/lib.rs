//! Springs on rigid bodies, for any physics engine: mass, inertia and velocity in, impulse out.
