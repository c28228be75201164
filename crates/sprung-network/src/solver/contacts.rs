//! Colliders during a step: each sweeps through its motion sub-step by sub-step.
//!
//! A moving collider is a resting one in its own frame. The path of a particle relative to it, from the start to the
//! end of a sub-step, is taken there; the depth is then the push relative to the moving surface, and the slide that
//! friction opposes is relative too. Poses are functions of the time since the collider was given, so that nothing
//! drifts.

use alloc::vec::Vec;

use crate::collider::{Collider, Push, resolve};
use crate::geometry::rigid_motion::{Pose, RigidMotion};
use crate::geometry::shape::{Bound, Shape};
use crate::geometry::vector::{add, add_scaled, dot, scale, sub};

/// The colliders of a solver.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    all: Vec<Contact>,
    /// The step that is being made, s.
    dt: f64,
}

/// One collider.
#[derive(Clone, Debug)]
pub(crate) struct Contact {
    /// As it was given.
    given: Collider,
    /// The time since then, s.
    age: f64,
    /// The shape to be reached at the end of the next step.
    goal: Option<Shape>,
    /// Its frame: the shape at time 0 of `motion`, and the time at the start of the step.
    shape: Shape,
    motion: RigidMotion,
    start: f64,
    resting: bool,
    /// A simple shape that contains it during this step; `None` if it moves.
    bound: Option<Bound>,
    /// At the start and at the end of the sub-step.
    from: Pose,
    to: Pose,
}

impl Contact {
    fn new(given: Collider) -> Self {
        let motion = given.motion();
        Self {
            given,
            age: 0.0,
            goal: None,
            shape: given.shape,
            motion,
            start: 0.0,
            resting: motion.is_rest(),
            bound: None,
            from: Pose::default(),
            to: Pose::default(),
        }
    }

    /// The collider where it is now.
    pub(crate) fn collider(&self) -> Collider {
        let motion = self.given.motion();
        if motion.is_rest() {
            return self.given;
        }
        let shape = self.given.shape.moved(&motion.after(self.age));
        let carried = RigidMotion { angular_velocity: [0.0; 3], ..motion };
        Collider { shape, pivot: carried.after(self.age).apply(self.given.pivot), ..self.given }
    }

    fn begin(&mut self, dt: f64) {
        let to_goal = self.goal.and_then(|goal| self.collider().shape.motion_to(goal, dt));
        let steady = (self.given.shape, self.given.motion(), self.age);
        (self.shape, self.motion, self.start) =
            to_goal.map_or(steady, |(shape, motion)| (shape, motion, 0.0));
        self.resting = self.motion.is_rest();
        self.bound = self.resting.then(|| self.shape.bound());
        if !self.resting {
            self.to = self.motion.after(self.start);
        }
    }

    fn end(&mut self, dt: f64) {
        if let Some(shape) = self.goal.take() {
            self.given = Collider { pivot: self.collider().pivot, shape, ..self.given };
            self.age = 0.0;
        } else if !self.resting {
            self.age += dt;
        }
    }

    /// True if it goes elsewhere, or becomes larger or smaller, in this step.
    fn moves(&self) -> bool {
        !self.resting || self.goal.is_some_and(|goal| goal != self.given.shape)
    }

    /// True if it moves, and touches a ball or may do so within `dt` seconds.
    fn may_touch(&self, center: [f32; 3], radius: f32, dt: f64) -> bool {
        if !self.moves() {
            return false;
        }
        let RigidMotion { velocity, angular_velocity, pivot } = self.motion;
        let length = |v: [f64; 3]| sprung::Real::sqrt(dot(v, v));
        // As it was at the end of the last step, and as it is at the start of this one: with another radius.
        let shapes = [self.collider().shape, self.shape.moved(&self.motion.after(self.start))];
        let distances = shapes.map(|shape| f64::from(shape.surface(center).0));
        let pivot = add(pivot, scale(velocity, self.start));
        let path = dt * length(velocity);
        let arm = length(sub(center.map(f64::from), pivot)) + f64::from(radius) + path;
        let reach = path + dt * length(angular_velocity) * arm + f64::from(radius);
        // What rounding makes of a place. Not `<=`: what is not a number may touch.
        let loose = 1e-5 * (arm + center.iter().map(|c| f64::from(c.abs())).sum::<f64>());
        distances.into_iter().any(|distance| !(distance > reach + loose))
    }

    /// Returns a half-space or a ball that contains the collider during this step; `None` if it moves.
    pub(crate) fn bound(&self) -> Option<Bound> {
        self.bound
    }

    /// The push on a particle that came from `before`, where it was at the start of the sub-step, and is now at `at`; `None`
    /// if it does not touch.
    pub(crate) fn resolve(&self, before: [f32; 3], at: [f32; 3]) -> Option<Push> {
        let friction = self.given.friction;
        if self.resting {
            return resolve(&self.shape, friction, before, at);
        }
        let (before, at) = (self.from.undo(before), self.to.undo(at));
        let Push { out, from_inside } = resolve(&self.shape, friction, before, at)?;
        let out = self.to.apply(out);
        let from_inside = from_inside.map(|way| self.to.turn(way));
        out.iter().all(|c| c.is_finite()).then_some(Push { out, from_inside })
    }

    /// The place next to the surface, at the end of the sub-step, of a particle inside; `None` outside.
    pub(crate) fn outside(&self, at: [f32; 3]) -> Option<[f32; 3]> {
        let to = |at| if self.resting { at } else { self.to.undo(at) };
        let (depth, n) = self.shape.depth(to(at))?;
        let n = if self.resting { n } else { self.to.turn(n) };
        let out = add_scaled(at, depth, n);
        out.iter().all(|c| c.is_finite()).then_some(out)
    }
}

impl Contacts {
    /// Replaces all colliders; returns false if these were there and are at rest.
    pub(crate) fn set(&mut self, colliders: &[Collider]) -> bool {
        let same = |(contact, collider): (&Contact, &Collider)| {
            contact.given == *collider && contact.given.motion().is_rest() && !contact.moves()
        };
        let stay = self.all.len() == colliders.len() && self.all.iter().zip(colliders).all(same);
        self.all.clear();
        self.all.extend(colliders.iter().map(|&collider| Contact::new(collider)));
        !stay
    }

    /// Moves a collider to a goal; returns false if it is there and stays.
    pub(crate) fn move_to(&mut self, index: usize, goal: Shape) -> bool {
        let contact = &mut self.all[index];
        let kind = core::mem::discriminant::<Shape>;
        assert!(
            kind(&contact.given.shape) == kind(&goal),
            "collider {index} is of another kind of shape than its goal"
        );
        contact.goal = Some(goal);
        contact.moves()
    }

    pub(crate) fn all(&self) -> &[Contact] {
        &self.all
    }

    /// What is kept from one step to the next: every collider as it was given, the time since then, s, and the shape that it
    /// reaches at the end of the next step.
    #[cfg(feature = "serde")]
    pub(crate) fn state(&self) -> Vec<(Collider, f64, Option<Shape>)> {
        self.all.iter().map(|contact| (contact.given, contact.age, contact.goal)).collect()
    }

    /// Continues from a [`state`](Self::state).
    #[cfg(feature = "serde")]
    pub(crate) fn set_state(&mut self, state: &[(Collider, f64, Option<Shape>)]) {
        let contact = |&(given, age, goal)| Contact { age, goal, ..Contact::new(given) };
        self.all = state.iter().map(contact).collect();
    }

    pub(crate) fn at_rest(&self) -> bool {
        self.all.iter().all(|contact| contact.resting)
    }

    /// True if a collider moves in this step, or becomes larger or smaller.
    pub(crate) fn any_moves(&self) -> bool {
        self.all.iter().any(Contact::moves)
    }

    /// True if a collider that moves in a step of `dt` seconds may touch a ball.
    pub(crate) fn may_touch(&self, center: [f32; 3], radius: f32, dt: f32) -> bool {
        self.all.iter().any(|contact| contact.may_touch(center, radius, f64::from(dt)))
    }

    /// Starts a step of `dt` seconds.
    pub(crate) fn begin(&mut self, dt: f32) {
        self.dt = f64::from(dt);
        self.all.iter_mut().for_each(|contact| contact.begin(self.dt));
    }

    /// Moves on to the end of a sub-step, when the part `passed` of the step is over.
    pub(crate) fn advance(&mut self, passed: f32) {
        let time = f64::from(passed) * self.dt;
        for contact in self.all.iter_mut().filter(|contact| !contact.resting) {
            contact.from = contact.to;
            contact.to = contact.motion.after(contact.start + time);
        }
    }

    /// Ends the step.
    pub(crate) fn end(&mut self) {
        self.all.iter_mut().for_each(|contact| contact.end(self.dt));
    }
}
