//! Greedy coloring: groups of edges or lines that share no dynamic particle, and can be solved at the same time.

use alloc::vec;
use alloc::vec::Vec;

/// Returns the items of each color, in their order. Each takes the first color that none of its dynamic particles has
/// taken: at most `2n − 1` colors of edges, for at most `n` edges at a particle. Fixed particles are not written, so that
/// items may share them.
pub(crate) fn color<T>(
    particles: usize,
    items: impl IntoIterator<Item = T>,
    dynamic: impl Fn(&T) -> Vec<usize>,
) -> Vec<Vec<T>> {
    // A bit per color.
    let mut taken: Vec<Vec<u64>> = vec![Vec::new(); particles];
    let mut groups: Vec<Vec<T>> = Vec::new();
    for item in items {
        let dynamic = dynamic(&item);
        let word = |p: usize, w: usize| taken[p].get(w).copied().unwrap_or(0);
        let mut color = 0;
        for w in 0.. {
            let all = dynamic.iter().fold(0, |all, &p| all | word(p, w));
            if all != u64::MAX {
                color = w * 64 + all.trailing_ones() as usize;
                break;
            }
        }
        for p in dynamic {
            let words = &mut taken[p];
            words.resize(words.len().max(color / 64 + 1), 0);
            words[color / 64] |= 1 << (color % 64);
        }
        if groups.len() == color {
            groups.push(Vec::new());
        }
        groups[color].push(item);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_one_color_share_no_dynamic_particle() {
        // A star of 70 arms around particle 0, closed by a rim; particle 1 is fixed.
        let mut all: Vec<[usize; 2]> = (1..=70).map(|i| [0, i]).collect();
        all.extend((1..70).map(|i| [i, i + 1]));
        let edges: Vec<u32> = (0..all.len() as u32).collect();
        let dynamic = |&i: &u32| all[i as usize].into_iter().filter(|&p| p != 1).collect();
        let colors = color(71, edges, dynamic);
        assert_eq!(colors.iter().map(Vec::len).sum::<usize>(), all.len());
        assert!((70..=73).contains(&colors.len()), "{}", colors.len());
        for group in colors {
            let mut ends: Vec<usize> = group.iter().flat_map(|&i| all[i as usize]).collect();
            ends.retain(|&p| p != 1);
            ends.sort_unstable();
            assert!(ends.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}
