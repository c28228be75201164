//! Disjoint sets (union–find) with path halving.

use alloc::vec::Vec;

/// Disjoint sets of the integers below a bound; the representative of a set is its largest member.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnionFind {
    /// A member of the same set, not smaller; the representative is its own parent.
    parent: Vec<u32>,
}

impl UnionFind {
    /// No sets, with capacity for `n` integers, so that [`reset`](Self::reset) to `n` allocates nothing.
    pub(crate) fn with_capacity(n: usize) -> Self {
        Self { parent: Vec::with_capacity(n) }
    }

    /// Capacity for `n` integers.
    pub(crate) fn reserve(&mut self, n: usize) {
        self.parent.reserve(n.saturating_sub(self.parent.len()));
    }

    /// Resets to `n` singletons.
    pub(crate) fn reset(&mut self, n: usize) {
        self.parent.clear();
        self.parent.extend(0..n as u32);
    }

    /// Merges the sets of `a` and `b`.
    pub(crate) fn union(&mut self, a: usize, b: usize) {
        let [a, b] = [a, b].map(|i| self.find(i));
        self.parent[a.min(b)] = a.max(b) as u32;
    }

    /// Returns the representative of the set of `i`.
    pub(crate) fn find(&mut self, mut i: usize) -> usize {
        while self.parent[i] as usize != i {
            self.parent[i] = self.parent[self.parent[i] as usize];
            i = self.parent[i] as usize;
        }
        i
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_sets_have_their_largest_member_as_representative() {
        let mut sets = UnionFind::with_capacity(6);
        sets.reset(6);
        for (a, b) in [(0, 1), (3, 4), (1, 3), (3, 0)] {
            sets.union(a, b);
        }
        let found: Vec<usize> = (0..6).map(|i| sets.find(i)).collect();
        assert_eq!(found, [4, 4, 2, 4, 4, 5]);
        sets.reset(2);
        assert_eq!([sets.find(0), sets.find(1)], [0, 1]);
    }
}
