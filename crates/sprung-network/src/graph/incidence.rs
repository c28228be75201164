//! The primitives at each particle in compressed form.

use alloc::vec;
use alloc::vec::Vec;

/// The primitives of a list at each particle, in the order of the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Incidence {
    /// The primitives at particle `p` are `primitives[starts[p]..starts[p + 1]]`.
    starts: Vec<u32>,
    primitives: Vec<u32>,
}

impl Incidence {
    /// The lists of `particles` particles, from the particles of each primitive.
    pub(crate) fn new<const N: usize>(particles: usize, primitives: &[[u32; N]]) -> Self {
        // Once for each primitive, where a particle is in it twice.
        let all = || {
            let of = primitives.iter().zip(0..).flat_map(|(of, i)| (0..N).map(move |k| (of, k, i)));
            of.filter(|(of, k, _)| !of[..*k].contains(&of[*k]))
                .map(|(of, k, i)| (of[k] as usize, i))
        };
        let mut starts = vec![0; particles + 1];
        all().for_each(|(p, _)| starts[p + 1] += 1);
        for p in 0..particles {
            starts[p + 1] += starts[p];
        }
        let mut next = starts.clone();
        let mut lists = vec![0; starts[particles] as usize];
        for (p, i) in all() {
            lists[next[p] as usize] = i;
            next[p] += 1;
        }
        Self { starts, primitives: lists }
    }

    /// Returns the primitives at a particle.
    pub(crate) fn at(&self, particle: usize) -> &[u32] {
        &self.primitives[self.starts[particle] as usize..self.starts[particle + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_primitive_is_once_at_each_of_its_particles() {
        let of = Incidence::new(4, &[[0, 1, 2], [2, 1, 3], [1, 1, 1]]);
        assert_eq!([0, 1, 2, 3].map(|p| of.at(p)), [&[0][..], &[0, 1, 2], &[0, 1], &[1]]);
    }
}
