//! Which things hold together.

/// Sets of things that are joined pair by pair; each set is named by the largest index in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    /// For each thing one of the same set, for the one that names the set itself.
    joined: Vec<u32>,
}

impl Sets {
    /// Room for so many things, so that [`part`](Self::part) needs none.
    pub(crate) fn with_room_for(things: usize) -> Self {
        Self { joined: Vec::with_capacity(things) }
    }

    /// So many things, each by itself.
    pub(crate) fn part(&mut self, things: usize) {
        self.joined.clear();
        self.joined.extend(0..things as u32);
    }

    /// Makes one set of those of `a` and `b`.
    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [a, b].map(|thing| self.name(thing));
        self.joined[a.min(b)] = a.max(b) as u32;
    }

    /// The name of the set that a thing is in.
    pub(crate) fn name(&mut self, mut thing: usize) -> usize {
        while self.joined[thing] as usize != thing {
            self.joined[thing] = self.joined[self.joined[thing] as usize];
            thing = self.joined[thing] as usize;
        }
        thing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_has_the_name_of_the_largest() {
        let mut sets = Sets::with_room_for(6);
        sets.part(6);
        for (a, b) in [(0, 1), (3, 4), (1, 3), (3, 0)] {
            sets.join(a, b);
        }
        let names: Vec<usize> = (0..6).map(|i| sets.name(i)).collect();
        assert_eq!(names, [4, 4, 2, 4, 4, 5]);
        sets.part(2);
        assert_eq!([sets.name(0), sets.name(1)], [0, 1]);
    }
}
