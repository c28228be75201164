//! The primitives at each particle in compressed form.

use super::compressed_lists::CompressedLists;

/// Returns the primitives at each of `particles` particles, in the order of the list.
pub(crate) fn incidence<const N: usize>(
    particles: usize,
    primitives: &[[u32; N]],
) -> CompressedLists<u32> {
    let all = primitives.iter().zip(0..).flat_map(|(of, i)| (0..N).map(move |k| (of, k, i)));
    // Once for each primitive, where a particle is in it twice.
    let all = all.filter(|(of, k, _)| !of[..*k].contains(&of[*k]));
    CompressedLists::new(particles, all.map(|(of, k, i)| (of[k] as usize, i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_primitive_is_once_at_each_of_its_particles() {
        let of = incidence(4, &[[0, 1, 2], [2, 1, 3], [1, 1, 1]]);
        assert_eq!([0, 1, 2, 3].map(|p| of.at(p)), [&[0][..], &[0, 1, 2], &[0, 1], &[1]]);
    }
}
