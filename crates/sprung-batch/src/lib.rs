//! Many springs at once over slices: structure of arrays, SIMD chosen at run time, the same bits everywhere.
