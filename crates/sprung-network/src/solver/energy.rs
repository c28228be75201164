//! A bound on the energy of every connected component.
//!
//! The solver dissipates: without gravity, a component has at most the kinetic energy it started with and what its
//! edges had stored. That holds for implicit steps of convex energies; edges that contradict each other (a tether
//! shorter than the rods next to it, one-way edges that switch within a sub-step) can break it. So every component has
//! an account, taken when its motion starts,
//!
//! ```text
//! E = K + V + S     K = Σ ½ m v²     V = −Σ m g·x
//! S = Σ ½ k x²  over edges with k h²/m < 1,  + ½ M (R/h)² + M |g| R
//! ```
//!
//! with the offsets `x` from the rest lengths, the sub-step `h`, the mass `M` of the component, and as reach `R` the sum
//! of the offsets of all stiffer edges, of how much too long tethers are and how deep particles are in colliders, and of
//! 1e-6 of the rest lengths for rounding. At the end of a step `K` is at most 1.001 `(E − V)`; where it would be more, the
//! velocities relative to the center of mass are scaled down (in a component held by fixed particles: all velocities),
//! which keeps the momentum.
//!
//! `E` is taken anew when the sub-step, the environment or the colliders change, when an edge tears, and after each
//! step in which a fixed particle of the component moves or a moving collider touches it; in these steps it does not
//! apply. An impulse changes it by the work done; wind, by at most the kinetic energy of the air in its place.
//!
//! Energy passes between components that touch: from the first contact on the bound is that of their sums.
//!
//! `K` and `V` of all components are summed in f32 vectors in each step; f64 decides.
//!
//! Cost, against the same step without accounts in the same process: nets of 32² and 100² particles, cloth of 64², ropes
//! of 60 links and jelly of 8³ at 4 to 16 sub-steps take 0 to 3 % longer, which is within the noise. 50 ropes of 7
//! links, each one component, take 3 µs longer per step: 3 to 6 % at 8 sub-steps, 29 % at one.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};
use sprung::Real;

use crate::geometry::vector::{add, dot};
use crate::graph::components::{Components, NONE};
use crate::graph::union_find::UnionFind;
use crate::lanes::record::{LANES, Turn, numbers, set_numbers, turns};

use super::energy_account::{Account, MARGIN, Pool, scale_about};
use super::layout::particles::{PER_VECTOR, Range};

/// Of the rest lengths, m/m: what positions are known to.
const ROUNDING: f64 = 1e-6;
/// Vectors that are summed in f32 before f64 takes over.
const MAX_VECTORS: usize = 256;
/// Steps after which the potential energy is summed anew in f64.
const RENEWAL: u32 = 64;

/// The accounts of a network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Energy {
    accounts: Vec<Account>,
    runs: Vec<Run>,
    /// The indices of those with a component that is awake.
    awake_runs: Vec<u32>,
    /// The mass of the particle of each slot; 0 for fixed and loose ones. Four per vector, as their records lie.
    mass: Vec<[f32; LANES]>,
    steps: u32,
    /// Components that have touched: one bound holds for the sum of their accounts.
    pools: UnionFind,
    has_pools: bool,
}

/// See [`Energy::state`].
#[cfg(feature = "serde")]
pub(super) type AccountState = ([f64; 3], bool, bool);

/// Consecutive vectors of four particles that belong to the same four components.
#[derive(Clone, Debug)]
struct Run {
    vectors: core::ops::Range<usize>,
    components: [u32; PER_VECTOR],
}

impl Energy {
    /// What is kept from one step to the next: the number of steps, and of every component what there may be, the potential
    /// energy and the mass, and whether the account has to be taken before the next step, or is of unknown work.
    #[cfg(feature = "serde")]
    pub(super) fn state(&self) -> (u32, Vec<AccountState>) {
        let of = |a: &Account| ([a.most, a.potential, a.mass], a.is_stale, a.is_driven);
        (self.steps, self.accounts.iter().map(of).collect())
    }

    /// Continues from a [`state`](Self::state) of as many components.
    #[cfg(feature = "serde")]
    pub(super) fn set_state(&mut self, steps: u32, accounts: &[AccountState]) {
        self.steps = steps;
        for (account, &([most, potential, mass], is_stale, is_driven)) in
            self.accounts.iter_mut().zip(accounts)
        {
            *account = Account { most, potential, mass, is_stale, is_driven, ..Account::default() };
        }
    }

    /// Room for a network that has grown.
    pub(crate) fn reserve(&mut self, particles: usize, slots: usize) {
        self.mass.resize(slots / PER_VECTOR, [0.0; LANES]);
        self.accounts.reserve(particles.saturating_sub(self.accounts.len()));
        self.runs.reserve((slots / PER_VECTOR).saturating_sub(self.runs.len()));
        self.awake_runs.reserve((slots / PER_VECTOR).saturating_sub(self.awake_runs.len()));
        self.pools.reserve(pooled(particles));
    }

    /// The mass of the particle in a slot has changed.
    pub(crate) fn set_mass(&mut self, slot: usize, mass: f32) {
        let lane = 4 * (slot % PER_VECTOR);
        self.mass[slot / PER_VECTOR][lane..lane + 3].fill(mass);
    }

    /// Room for a network, so that [`find`](Self::find) allocates nothing.
    pub(crate) fn with_capacity(particles: usize, slots: usize) -> Self {
        Self {
            accounts: Vec::with_capacity(particles),
            runs: Vec::with_capacity(slots / PER_VECTOR),
            awake_runs: Vec::with_capacity(slots / PER_VECTOR),
            mass: vec![[0.0; LANES]; slots / PER_VECTOR],
            pools: UnionFind::with_capacity(pooled(particles)),
            ..Self::default()
        }
    }

    /// One account for each component, to be taken before the next step.
    pub(crate) fn find(&mut self, components: &Components, velocity: &[[f32; 4]]) {
        self.accounts.clear();
        self.accounts.resize(components.all.len(), Account::default());
        self.pools.reset(pooled(components.all.len()));
        self.has_pools = false;
        self.runs.clear();
        let groups = components.of_slot.as_chunks::<PER_VECTOR>().0;
        for (i, (of, mass)) in groups.iter().zip(&mut self.mass).enumerate() {
            for (lane, &component) in of.iter().enumerate() {
                let w = velocity[i * PER_VECTOR + lane][3];
                let m = if component == NONE { 0.0 } else { 1.0 / w };
                mass[4 * lane..4 * lane + 4].copy_from_slice(&[m, m, m, 0.0]);
            }
            match self.runs.last_mut() {
                Some(run) if run.components == *of && run.vectors.len() < MAX_VECTORS => {
                    run.vectors.end = i + 1;
                }
                _ => self.runs.push(Run { vectors: i..i + 1, components: *of }),
            }
        }
        self.find_awake(components);
        self.invalidate();
    }

    /// Looks at which components are awake.
    pub(super) fn find_awake(&mut self, components: &Components) {
        let is_awake = |run: &Run| run.components.iter().any(|&of| components.is_awake(of));
        let awake = (0..).zip(&self.runs).filter(|(_, run)| is_awake(run));
        self.awake_runs.clear();
        self.awake_runs.extend(awake.map(|(index, _)| index));
    }

    /// All accounts have to be taken anew.
    pub(crate) fn invalidate(&mut self) {
        self.accounts.iter_mut().for_each(|account| account.is_stale = true);
    }

    /// True if [`take`](Self::take) has to be called before the next step. Accounts of sleeping islands stay as they are.
    pub(super) fn is_stale(&self, components: &Components) -> bool {
        components.awake.iter().any(|&i| self.accounts[i as usize].is_stale)
    }

    /// Unknown work is done on a component in the next step.
    pub(crate) fn drive(&mut self, component: usize) {
        self.accounts[component].is_driven = true;
    }

    /// Two components have touched: from now on energy may pass from one to the other.
    pub(super) fn share(&mut self, a: u32, b: u32) {
        let [a, b] = [a, b].map(|component| self.pools.find(component as usize));
        if a != b {
            self.pools.union(a, b);
            self.has_pools = true;
        }
    }

    /// Unknown work has been done on the components of which a particle has touched a collider.
    pub(super) fn drive_touched(&mut self, components: &Components, particles: &Range<'_>) {
        for component in components.awake.iter().map(|&i| i as usize) {
            let mut members = components.members(component).iter();
            if members.any(|&(_, slot)| particles.touched[slot as usize]) {
                self.drive(component);
            }
        }
    }

    /// Energy comes from outside.
    pub(crate) fn add(&mut self, component: u32, energy: f64) {
        if let Some(account) = self.accounts.get_mut(component as usize) {
            account.most += energy;
        }
    }

    /// Starts to take the stale accounts.
    pub(super) fn begin(&mut self, components: &Components) {
        for &i in &components.awake {
            let account = &mut self.accounts[i as usize];
            (account.elastic, account.reach) = (0.0, 0.0);
        }
    }

    /// The elastic energy of an edge, J; its reach and its rest length, m.
    pub(super) fn add_edge(&mut self, component: u32, elastic: f64, reach: f64, rest: f64) {
        if let Some(account) = self.accounts.get_mut(component as usize) {
            account.elastic += elastic;
            account.reach += reach;
            account.reach += ROUNDING * rest;
        }
    }

    /// Takes the stale accounts, whose edges have been added.
    pub(super) fn take(
        &mut self,
        components: &Components,
        particles: &Range<'_>,
        gravity: [f64; 3],
        h: f64,
    ) {
        for i in components.awake.iter().map(|&i| i as usize) {
            let account = &mut self.accounts[i];
            if core::mem::take(&mut account.is_stale) {
                account.read(components.members(i), particles, gravity);
                let reach = account.reach;
                let thrown = reach / h;
                let lifted = Real::sqrt(dot(gravity, gravity)) * reach;
                let stored = account.elastic + account.mass * (0.5 * thrown * thrown + lifted);
                account.most = account.kinetic + account.potential + stored;
            }
        }
        self.steps = 0;
    }

    /// Wind: `substeps` steps that leave the part `keep` of the velocity relative to the air.
    pub(super) fn blow(
        &mut self,
        components: &Components,
        wind: [f64; 3],
        keep: f64,
        substeps: usize,
    ) {
        let gusts = dot(wind, wind) * (1.0 - keep) * substeps as f64;
        if gusts > 0.0 {
            for &i in &components.awake {
                let account = &mut self.accounts[i as usize];
                account.most += 0.5 * account.mass * gusts;
            }
        }
    }

    /// Sums the kinetic energy of every component, and the change of its potential energy in this step.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(super) fn sum<S: Simd>(
        &mut self,
        s: S,
        components: &Components,
        particles: &Range<'_>,
        gravity: [f64; 3],
    ) {
        let [x, y, z] = gravity.map(|c| c as f32);
        let gravity = Turn::block_splat([x, y, z, 0.0].simd_into(s));
        for &i in &components.awake {
            self.accounts[i as usize].kinetic = 0.0;
        }
        let velocity = particles.velocity.as_flattened().as_chunks::<LANES>().0;
        let displacement = particles.displacement.as_flattened().as_chunks::<LANES>().0;
        for &run in &self.awake_runs {
            let Run { vectors, components: of } = &self.runs[run as usize];
            let (mut kinetics, mut falls) = ([0.0; LANES], [0.0; LANES]);
            for at in turns::<S, Turn<S>, LANES>() {
                let (mut kinetic, mut fallen) = (Turn::splat(s, 0.0), Turn::splat(s, 0.0));
                for i in vectors.clone() {
                    let mass: Turn<S> = numbers(s, &self.mass[i], at);
                    let v: Turn<S> = numbers(s, &velocity[i], at);
                    let u: Turn<S> = numbers(s, &displacement[i], at);
                    kinetic += v * v * mass;
                    fallen += u * gravity * mass;
                }
                set_numbers(&mut kinetics, at, kinetic);
                set_numbers(&mut falls, at, fallen);
            }
            let sums = kinetics.as_chunks::<4>().0.iter().zip(falls.as_chunks::<4>().0);
            for (&component, (k, f)) in of.iter().zip(sums) {
                if let Some(account) = self.accounts.get_mut(component as usize) {
                    let sum =
                        |[x, y, z, _]: &[f32; 4]| f64::from(*x) + f64::from(*y) + f64::from(*z);
                    account.kinetic += 0.5 * sum(k);
                    account.potential -= sum(f);
                }
            }
        }
    }

    /// True if a component was not finite at the end of the last step: it has been stopped where it was at the start.
    pub(super) fn has_stopped(&self, component: usize) -> bool {
        self.accounts[component].has_stopped
    }

    /// Scales the motion of every component that has more energy than it may have. Returns false if one is not finite:
    /// it [has stopped](Self::has_stopped).
    pub(super) fn limit(
        &mut self,
        components: &Components,
        particles: &mut Range<'_>,
        gravity: [f64; 3],
    ) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if cfg!(feature = "self-contact") && self.has_pools {
            return self.limit_pools(components, particles, gravity);
        }
        let anew = self.steps.is_multiple_of(RENEWAL);
        let mut finite = true;
        for i in components.awake.iter().map(|&i| i as usize) {
            let account = &mut self.accounts[i];
            account.has_stopped = false;
            let driven = core::mem::take(&mut account.is_driven);
            account.is_stale |= driven;
            let within = account.kinetic <= account.most - account.potential;
            if within && !anew && account.potential.is_finite() {
                continue;
            }
            let members = components.members(i);
            account.read(members, particles, gravity);
            if !(account.kinetic.is_finite() && account.potential.is_finite()) {
                account.stop(members, particles);
                finite = false;
            } else if !driven && account.kinetic > MARGIN * (account.most - account.potential) {
                account.slow(members, particles, components.all[i].is_free);
            }
        }
        finite
    }
}

impl Energy {
    /// The same as [`limit`](Self::limit), where components have touched.
    fn limit_pools(
        &mut self,
        components: &Components,
        particles: &mut Range<'_>,
        gravity: [f64; 3],
    ) -> bool {
        let mut finite = true;
        self.accounts.iter_mut().for_each(|account| account.pool = Pool::default());
        for i in 0..self.accounts.len() {
            let members = components.members(i);
            let mut account = self.accounts[i];
            account.has_stopped = false;
            account.read(members, particles, gravity);
            if !(account.kinetic.is_finite() && account.potential.is_finite()) {
                account.stop(members, particles);
                finite = false;
            }
            account.is_stale |= core::mem::take(&mut account.is_driven);
            self.accounts[i] = account;
            let pool = &mut self.accounts[self.pools.find(i)].pool;
            pool.is_stale |= account.is_stale;
            pool.is_held |= !components.all[i].is_free;
            pool.kinetic += account.kinetic;
            pool.most += account.most - account.potential;
            pool.mass += account.mass;
            for &(_, slot) in members {
                let [x, y, z, w] = particles.velocity[slot as usize].map(f64::from);
                pool.momentum = add(pool.momentum, [x / w, y / w, z / w]);
            }
        }
        self.accounts.iter_mut().for_each(|account| account.pool.weigh());
        for i in 0..self.accounts.len() {
            let Pool { mean, part, is_stale, .. } = self.accounts[self.pools.find(i)].pool;
            self.accounts[i].is_stale |= is_stale;
            if part < 1.0 {
                scale_about(mean, part, components.members(i), particles);
            }
        }
        finite
    }
}

/// The number of things of which some may touch others.
fn pooled(count: usize) -> usize {
    if cfg!(feature = "self-contact") { count } else { 0 }
}
