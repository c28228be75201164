//! Momentum of bodies and components that are tied together or may touch in a step, and that nothing else holds.
//!
//! The exchange of impulses keeps momentum, but the sweeps turn directions within a sub-step and round, as in
//! [`momentum`](super::super::momentum): a rounding of the displacement of a heavy body is a large impulse. What a cluster is
//! then missing is given back by the smallest change of velocities that does it, a rigid motion of the whole. Gravity and
//! the loads of the bodies are known, their torque is the mean of those at the start and at the end of the step; drag is
//! not, so that there is none of this with drag. Bodies that turn about `z` alone count where everything moves in one plane
//! `z`; others that do not turn about all axes are held by something, as fixed ones are.

use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::vector::{add, cross, dot, products, scale, sub};
use crate::graph::components::NONE;
use crate::solver::momentum::Motion;
use crate::solver::state::Solver;

use super::attachments::Attachments;
use super::body_copy::BodyCopy;

type V3 = [f64; 3];

/// The clusters of a coupling. Those that are named by a body are the only ones that count.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    bodies: usize,
    /// A forest over bodies, then components; roots are their own parents and have the lowest index.
    parent: Vec<u32>,
    /// By body: the cluster that it is the root of is free.
    is_free: Vec<bool>,
    before: Vec<(Motion, Pull)>,
    /// Particles that are fixed, not attached.
    fixed: Vec<usize>,
    /// Edges and tethers with an attached particle at one end and none of a component at the other.
    direct: Vec<Direct>,
}

/// An edge or tether that joins a body to another or to the world without a component between them.
#[derive(Clone, Copy, Debug)]
struct Direct {
    /// `None` for a tether.
    edge: Option<usize>,
    body: usize,
    /// `None` for a fixed particle.
    other: Option<usize>,
}

/// Force per mass, and torque about the center of mass, on a cluster.
#[derive(Clone, Copy, Debug, Default)]
struct Pull {
    acceleration: V3,
    torque: V3,
}

/// Sums over the members of a cluster, about an origin.
#[derive(Clone, Copy, Default)]
struct Sums {
    force: V3,
    torque: V3,
    mass: f64,
    weighed: V3,
    momentum: V3,
    spin: V3,
    squares: [f64; 6],
    /// Inertia of the bodies about their own centers.
    own: [f64; 6],
    doubled: f64,
}

impl Clusters {
    pub(super) fn new(solver: &Solver, bodies: usize, attachments: &Attachments) -> Self {
        let mut body_of = vec![None; solver.len()];
        attachments.all.iter().for_each(|a| body_of[a.particle] = Some(a.body));
        let is_fixed = |p: &usize| solver.inverse_mass[*p] == 0.0;
        let fixed = (0..solver.len()).filter(|p| is_fixed(p) && body_of[*p].is_none()).collect();
        let edges = solver.edges.iter().enumerate().map(|(i, e)| (Some(i), [e.a, e.b]));
        let tethers = solver.tethers.iter().map(|t| (None, [t.anchor, t.particle]));
        let direct = edges.chain(tethers).filter_map(|(edge, ends)| {
            let [a, b] = ends.map(|p| body_of[p]);
            let (body, other) = a.map_or((b, None), |_| (a, b));
            let body = body?;
            ends.iter().all(is_fixed).then_some(Direct { edge, body, other })
        });
        let direct = direct.collect();
        let parent = vec![0; bodies + solver.len()];
        let before = vec![(Motion::default(), Pull::default()); bodies];
        Self { bodies, parent, is_free: vec![false; bodies], before, fixed, direct }
    }

    /// Finds the clusters, and records the momentum of the free ones.
    pub(super) fn begin(
        &mut self,
        solver: &Solver,
        copies: &[BodyCopy],
        attachments: &Attachments,
        near: impl Iterator<Item = (usize, u32)>,
    ) {
        self.is_free.fill(false);
        let moves = copies.iter().any(|copy| !copy.is_fixed());
        let used = self.bodies + solver.components.all.len();
        if self.parent.len() < used {
            // Particles were added.
            self.parent.resize(used, 0);
        }
        (0..).zip(&mut self.parent[..used]).for_each(|(i, parent)| *parent = i);
        // Components that touch each other hand momentum from one cluster to another; drags and air bring some from outside.
        let touch = solver.self_contact.is_some() && solver.components.all.len() > 1;
        let exchange = touch || !solver.drags.is_empty() || solver.air.is_some();
        if solver.settings.environment.drag != 0.0 || !moves || exchange {
            return;
        }
        for a in &attachments.all {
            for component in solver.components.adjacent_to(a.particle) {
                self.join(a.body, self.bodies + component);
            }
        }
        let acts = |link: &Direct| link.edge.is_none_or(|edge| !solver.torn[edge]);
        for i in 0..self.direct.len() {
            if let Direct { body, other: Some(other), .. } = self.direct[i]
                && acts(&self.direct[i])
            {
                self.join(body, other);
            }
        }
        for (body, component) in near.filter(|(_, component)| *component != NONE) {
            self.join(body, self.bodies + component as usize);
        }
        self.is_free.fill(true);
        for i in 0..self.direct.len() {
            if self.direct[i].other.is_none() && acts(&self.direct[i]) {
                let root = self.root(self.direct[i].body);
                self.is_free[root] = false;
            }
        }
        for (body, copy) in copies.iter().enumerate() {
            let root = self.root(body);
            let can_turn = inertia(copy).is_some();
            self.is_free[root] &= copy.inverse_mass > 0.0 && can_turn;
        }
        for &fixed in &self.fixed {
            for component in solver.components.adjacent_to(fixed) {
                let root = self.root(self.bodies + component);
                if let Some(is_free) = self.is_free.get_mut(root) {
                    *is_free = false;
                }
            }
        }
        for body in 0..self.bodies {
            if self.root(body) != body || !self.is_free[body] {
                continue;
            }
            let has_planar = self.members(body).any(|member| is_planar(&copies[member]));
            if has_planar && !self.is_in_plane(body, solver, copies) {
                self.is_free[body] = false;
            } else {
                self.before[body] = self.motion(body, solver, copies);
            }
        }
    }

    /// Gives every free cluster that has touched nothing the momentum that gravity leaves it.
    pub(super) fn restore(
        &self,
        solver: &mut Solver,
        copies: &mut [BodyCopy],
        attachments: &Attachments,
        h: f32,
    ) {
        let dt = f64::from(h) * solver.substeps as f64;
        for root in 0..self.bodies {
            if !self.is_free[root] || self.root(root) != root {
                continue;
            }
            let is_tied = attachments.all.iter().any(|a| self.root(a.body) == root);
            if !is_tied && self.components(root, solver).next().is_none() {
                continue;
            }
            let touched = |c: usize| {
                let members = solver.components.members(c);
                members.iter().any(|m| solver.partition.particles.touched[m.1 as usize])
            };
            let has_colliders = !solver.contacts.all().is_empty();
            if has_colliders && self.components(root, solver).any(touched) {
                continue;
            }
            let (before, pull) = self.before[root];
            let (now, pull_now) = self.motion(root, solver, copies);
            let gained = scale(add(pull.acceleration, pull_now.acceleration), 0.5 * dt);
            let spun = scale(add(pull.torque, pull_now.torque), 0.5 * dt);
            let push = sub(add(before.velocity, gained), now.velocity);
            let missing = sub(add(before.spin, spun), now.spin);
            let turn = now.turn_for(missing);
            let turn = scale(turn, now.part_of_turn(turn, missing, before.inner));
            if push.into_iter().chain(turn).all(f64::is_finite) {
                self.move_on(root, solver, copies, &now, push, turn);
            }
            // Its components are not restored once more by themselves.
            for component in 0..solver.components.all.len() {
                if self.root(self.bodies + component) == root {
                    let (_, slot) = solver.components.members(component)[0];
                    solver.partition.particles.touched[slot as usize] = true;
                }
            }
        }
    }

    fn root(&self, mut node: usize) -> usize {
        while self.parent[node] as usize != node {
            node = self.parent[node] as usize;
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }

    /// The components of a cluster.
    fn components<'a>(
        &'a self,
        root: usize,
        solver: &'a Solver,
    ) -> impl Iterator<Item = usize> + 'a {
        let all = 0..solver.components.all.len();
        all.filter(move |c| self.root(self.bodies + c) == root)
    }

    fn members(&self, root: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.bodies).filter(move |&body| self.root(body) == root)
    }

    /// True if a cluster lies in one plane `z`, and moves in it alone.
    fn is_in_plane(&self, root: usize, solver: &Solver, copies: &[BodyCopy]) -> bool {
        let [.., z] = copies[root].pose.position;
        let is_body_in = |body: usize| {
            let copy = &copies[body];
            let [out, rising, pulled] =
                [copy.pose.position[2] - z, copy.velocity[2], copy.acceleration[2]];
            is_planar(copy) && out == 0.0 && rising == 0.0 && pulled == 0.0
        };
        let particles = &solver.partition.particles;
        let is_particle_in = |slot: usize| {
            let (x, u) = (particles.reference[slot], particles.displacement[slot]);
            f64::from(x[2]) + f64::from(u[2]) == z && particles.velocity[slot][2] == 0.0
        };
        let mut members = self.components(root, solver).flat_map(|c| solver.components.members(c));
        solver.settings.environment.gravity[2] == 0.0
            && self.members(root).all(is_body_in)
            && members.all(|&(_, slot)| is_particle_in(slot as usize))
    }

    /// The motion of a cluster as a rigid body, and what pulls at it.
    fn motion(&self, root: usize, solver: &Solver, copies: &[BodyCopy]) -> (Motion, Pull) {
        let origin = copies[root].pose.position;
        let gravity = solver.settings.environment.gravity.map(f64::from);
        let mut sums = Sums::default();
        for body in self.members(root) {
            let copy = &copies[body];
            let mass = 1.0 / copy.inverse_mass;
            sums.add(mass, sub(copy.pose.position, origin), copy.velocity, copy.acceleration);
            let inertia = inertia(copy).unwrap_or_default();
            let spin = inertia.map(|row| dot(row, copy.angular_velocity));
            sums.spin = add(sums.spin, spin);
            sums.doubled += dot(spin, copy.angular_velocity);
            let turning = inertia.map(|row| dot(row, copy.angular_acceleration));
            sums.torque = add(sums.torque, turning);
            let [[xx, xy, zx], [_, yy, yz], [_, _, zz]] = inertia;
            for (sum, own) in sums.own.iter_mut().zip([xx, yy, zz, yz, zx, xy]) {
                *sum += own;
            }
        }
        for component in 0..solver.components.all.len() {
            if self.root(self.bodies + component) != root {
                continue;
            }
            let particles = &solver.partition.particles;
            for &(_, slot) in solver.components.members(component) {
                let slot = slot as usize;
                let [vx, vy, vz, w] = particles.velocity[slot].map(f64::from);
                let (x, u) = (particles.reference[slot], particles.displacement[slot]);
                let place = [0, 1, 2].map(|c| f64::from(x[c]) + f64::from(u[c]));
                sums.add(1.0 / w, sub(place, origin), [vx, vy, vz], gravity);
            }
        }
        sums.motion(origin)
    }

    /// Adds a rigid motion to the velocities.
    fn move_on(
        &self,
        root: usize,
        solver: &mut Solver,
        copies: &mut [BodyCopy],
        motion: &Motion,
        push: V3,
        turn: V3,
    ) {
        let center = add(motion.origin, motion.center);
        let change = |place: V3| add(push, cross(turn, sub(place, center)));
        for body in self.members(root) {
            let copy = &mut copies[body];
            let push = change(copy.pose.position);
            let angular = inertia(copy).unwrap_or_default().map(|row| dot(row, turn));
            copy.velocity = add(copy.velocity, push);
            copy.angular_velocity = add(copy.angular_velocity, turn);
            copy.impulse = add(copy.impulse, scale(push, 1.0 / copy.inverse_mass));
            copy.angular_impulse = add(copy.angular_impulse, angular);
        }
        for component in 0..solver.components.all.len() {
            if self.root(self.bodies + component) != root {
                continue;
            }
            let particles = &mut solver.partition.particles;
            for &(_, slot) in solver.components.members(component) {
                let slot = slot as usize;
                let (x, u) = (particles.reference[slot], particles.displacement[slot]);
                let added = change([0, 1, 2].map(|c| f64::from(x[c]) + f64::from(u[c])));
                for (v, added) in particles.velocity[slot].iter_mut().zip(added) {
                    *v = (f64::from(*v) + added) as f32;
                }
            }
        }
    }
}

impl Sums {
    fn add(&mut self, mass: f64, place: V3, velocity: V3, acceleration: V3) {
        let force = scale(acceleration, mass);
        self.force = add(self.force, force);
        self.torque = add(self.torque, cross(place, force));
        let (weighed, momentum) = (scale(place, mass), scale(velocity, mass));
        self.mass += mass;
        self.weighed = add(self.weighed, weighed);
        self.momentum = add(self.momentum, momentum);
        self.spin = add(self.spin, cross(place, momentum));
        self.doubled += dot(momentum, velocity);
        let products = products(weighed, place);
        for (sum, product) in self.squares.iter_mut().zip(products) {
            *sum += product;
        }
    }

    fn motion(&self, origin: V3) -> (Motion, Pull) {
        let center = scale(self.weighed, 1.0 / self.mass);
        let of_center = products(self.weighed, center);
        let [xx, yy, zz, yz, zx, xy]: [f64; 6] =
            core::array::from_fn(|i| self.squares[i] - of_center[i]);
        let about = [yy + zz, zz + xx, xx + yy, -yz, -zx, -xy];
        let pull = Pull {
            acceleration: scale(self.force, 1.0 / self.mass),
            torque: sub(self.torque, cross(center, self.force)),
        };
        let motion = Motion {
            origin,
            center,
            velocity: scale(self.momentum, 1.0 / self.mass),
            spin: sub(self.spin, cross(center, self.momentum)),
            inertia: core::array::from_fn(|i| about[i] + self.own[i]),
            inner: (0.5 * (self.doubled - dot(self.momentum, self.momentum) / self.mass)).max(0.0),
            mass: self.mass,
        };
        (motion, pull)
    }
}

/// True if a body can be turned about the axis `z` alone, and does not turn about others.
fn is_planar(copy: &BodyCopy) -> bool {
    let [x, y, [zx, zy, zz]] = copy.inverse_inertia;
    let [[wx, wy, _], [ax, ay, _]] = [copy.angular_velocity, copy.angular_acceleration];
    zz > 0.0 && [x, y, [zx, zy, wx], [wy, ax, ay]] == [[0.0; 3]; 4]
}

/// The inertia of a body, by cofactors; `None` if it can be turned about one or two axes, unless it is [planar](is_planar):
/// then that about `z` stands for all.
fn inertia(copy: &BodyCopy) -> Option<[V3; 3]> {
    let mut rows = copy.inverse_inertia;
    if is_planar(copy) {
        (0..3).for_each(|c| rows[c][c] = rows[2][2]);
    }
    let cofactors = [0, 1, 2].map(|i| cross(rows[(i + 1) % 3], rows[(i + 2) % 3]));
    let determinant = dot(rows[0], cofactors[0]);
    let inverse = cofactors.map(|row| scale(row, 1.0 / determinant));
    let is_good = determinant > 0.0 && inverse.iter().flatten().all(|c| c.is_finite());
    is_good.then_some(inverse)
}
