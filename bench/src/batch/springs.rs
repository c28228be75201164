//! The springs of the races: parameters, states and goals, all of them exact in single precision.

use testkit::random::Random;

/// Springs that stay in the caches of one core, and springs that do not.
pub(super) const SIZES: [usize; 2] = [IN_CACHE, OUT_OF_CACHE];
pub(super) const IN_CACHE: usize = 4096;
pub(super) const OUT_OF_CACHE: usize = 4 << 20;

/// One spring, a skeleton or an interface, and lengths on both sides of a block of 128.
pub(super) const FEW: [usize; 12] = [1, 2, 4, 6, 7, 16, 31, 64, 127, 128, 255, 256];

/// The columns from which every engine fills its own layout.
#[derive(Clone, Debug, Default)]
pub(super) struct Springs<C = Vec<f64>> {
    pub(super) angular_frequency: C,
    pub(super) damping_ratio: C,
    /// The true half-life of a critically damped spring.
    pub(super) halflife: C,
    pub(super) dt: C,
    pub(super) position: C,
    pub(super) velocity: C,
    pub(super) goal: C,
    pub(super) next_goal: C,
}

impl Springs {
    /// Springs as in games, all different, with mixed regimes and uneven frame times.
    pub(super) fn mixed(n: usize) -> Springs {
        let mut random = Random::new(4);
        let mut springs = Springs::default();
        for _ in 0..n {
            let damping_ratio = match random.index(4) {
                0 => 1.0,
                1 => random.uniform(1.0, 3.0),
                _ => random.uniform(0.1, 1.0),
            };
            springs.push(
                [random.uniform(2.0, 40.0), damping_ratio, random.uniform(0.5, 1.5) / 60.0],
                [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)],
                [random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)],
            );
        }
        springs
    }

    /// Springs that share parameters and time step.
    pub(super) fn shared(n: usize) -> Springs {
        Springs {
            angular_frequency: vec![12.0; n],
            damping_ratio: vec![0.5; n],
            halflife: vec![0.125; n],
            dt: vec![f64::from(1.0f32 / 60.0); n],
            ..Springs::mixed(n)
        }
    }

    /// Springs that differ in half-life and share a time step.
    pub(super) fn frames(n: usize) -> Springs {
        Springs { dt: vec![f64::from(1.0f32 / 60.0); n], ..Springs::mixed(n) }
    }

    pub(super) fn push(&mut self, [w, z, dt]: [f64; 3], state: [f64; 2], goals: [f64; 2]) {
        let single = |x: f64| f64::from(x as f32);
        self.angular_frequency.push(single(w));
        self.damping_ratio.push(single(z));
        self.halflife.push(single(1.678_346_990_016_660_7 / w));
        self.dt.push(single(dt));
        self.position.push(single(state[0]));
        self.velocity.push(single(state[1]));
        self.goal.push(single(goals[0]));
        self.next_goal.push(single(goals[1]));
    }

    /// The same springs in other columns.
    pub(super) fn map<D>(&self, column: impl Fn(&[f64]) -> D) -> Springs<D> {
        Springs {
            angular_frequency: column(&self.angular_frequency),
            damping_ratio: column(&self.damping_ratio),
            halflife: column(&self.halflife),
            dt: column(&self.dt),
            position: column(&self.position),
            velocity: column(&self.velocity),
            goal: column(&self.goal),
            next_goal: column(&self.next_goal),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.position.len()
    }
}
