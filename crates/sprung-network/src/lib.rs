//! Particles joined by springs: rope, cloth, jelly that never explode.
