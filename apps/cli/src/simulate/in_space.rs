//! The motions of `sprung simulate` in space: cameras, frames and rigid bodies.

use anyhow::Result;
use sprung::{Real, State};

use super::bodies::Pair;
use super::goals::Goals;
use super::kind::Kind;
use super::motion::{Motion, rounded};
use super::{Setup, bodies, body, camera};

impl Setup {
    /// A motion in space.
    pub(super) fn in_space<'a, R: Real>(&self, goals: &'a Goals) -> Result<Motion<'a, R>> {
        let path = goals.curve::<3>()?;
        let State { position, velocity } = self.start::<3>()?;
        let (position, velocity) = (rounded(position), rounded(velocity));
        let (options, load) = (&self.options, self.load(1.0));
        match self.kind() {
            Kind::LinearMotor => {
                let limit = options.max_force.unwrap_or(f64::INFINITY);
                let start = State::new(position, velocity);
                return Ok(bodies::driven(self.spring.damper()?, load, path, start, limit));
            }
            Kind::AngularMotor => {
                let inertia = options.inertia.unwrap_or(1.0);
                let limit = options.max_torque.unwrap_or(f64::INFINITY);
                let damper = self.spring.damper()?;
                return Ok(bodies::spun(damper, load, inertia, path, velocity, limit));
            }
            _ => {}
        }
        let spring = self.spring.spring::<R>()?;
        let lookahead = options.lookahead.map_or_else(|| spring.lag(), R::from_f64);
        Ok(match self.kind() {
            Kind::Camera => {
                camera::third_person(spring, lookahead, path, position, options.view()?)
            }
            Kind::FixedCamera => camera::fixed(spring, lookahead, path, position),
            Kind::Frame => {
                let (spin, start) =
                    (options.spin.unwrap_or_default(), State::new(position, velocity));
                camera::frame(spring, spin, path, start)
            }
            Kind::Pose => {
                let start = State::new(position, velocity);
                bodies::posed(spring, load, path, start, options.turned()?)
            }
            _ => body::pulled(spring, load, options.lever()?, path, position, velocity),
        })
    }

    /// Two bodies that a spring keeps at a distance.
    pub(super) fn joined<R: Real>(&self) -> Result<Motion<'static, R>> {
        let (spring, start) = (self.spring.spring()?, self.start::<3>()?);
        let ([place, velocity], options) = (self.options.other()?, &self.options);
        let pair = Pair {
            starts: [[start.position, start.velocity], [place, velocity]],
            other_mass: options.other_mass.unwrap_or(1.0),
            rest_length: options.rest_length.unwrap_or_default(),
            damped: options.damped(),
        };
        Ok(bodies::joined(spring, self.load(1.0), pair))
    }
}
