//! The check of a saved solver: what no solver could have come to is refused.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Element, NetworkError};
use crate::geometry::shape::Shape;
use crate::graph::components::STILL;
use crate::network::Network;
use crate::particle::Particle;
use crate::solver::saved_fields::{flags, out_of_range, require};

use super::{Clock, ColliderForm, Form, ParticleForm};

impl Form {
    /// Checks what the types of the fields do not.
    pub(super) fn check(&self) -> Result<(), String> {
        let text = |error: NetworkError| error.to_string();
        let (particles, edges) = (self.particles.len(), self.edges.len());
        let torn = flags("torn", edges, &self.torn)?;
        let of_changes = self.layout.changes.as_ref();
        let (built, built_edges) =
            of_changes.map_or((particles, edges), |changes| (changes.masses.len(), changes.edges));
        for (field, count, expected) in [
            ("rest_shape", self.rest_shape.len(), particles),
            ("gains", self.gains.len(), edges),
            ("states", self.states.len(), edges),
        ] {
            require(
                count == expected,
                &format!("{field} must have {expected} entries, got {count}"),
            )?;
        }
        require(built <= particles && built_edges <= edges, "changes must be of fewer elements")?;
        let place = |p: &ParticleForm| [0, 1, 2].map(|c| p.reference[c] + p.displacement[c]);
        let particle = |p: &ParticleForm| Particle {
            position: place(p),
            velocity: p.velocity,
            inverse_mass: p.inverse_mass,
        };
        let list: Vec<Particle> = self.particles.iter().map(particle).collect();
        for (i, edge) in self.edges.iter().enumerate() {
            edge.check(i, particles).map_err(text)?;
        }
        for (i, tether) in self.tethers.iter().enumerate() {
            tether.check(i, particles).map_err(text)?;
        }
        for (i, (volume, _)) in self.volumes.iter().enumerate() {
            volume.check(i, particles).map_err(text)?;
        }
        let whole = self.edges.iter().zip(&torn).filter(|(_, torn)| !**torn);
        let net = Network {
            particles: list,
            edges: whole.map(|(edge, _)| *edge).collect(),
            rest_shape: self.rest_shape.clone(),
            ..Network::default()
        };
        net.check().map_err(text)?;
        for (index, p) in self.particles.iter().enumerate() {
            let element = Element { kind: "particle", index };
            element.bounded("reference", p.reference).map_err(text)?;
            element.bounded("displacement", p.displacement).map_err(text)?;
            p.goal.map_or(Ok(()), |goal| element.bounded("goal", goal)).map_err(text)?;
        }
        for (index, (&(p, q, m, _), &(shortening, tension))) in
            self.gains.iter().zip(&self.states).enumerate()
        {
            let element = Element { kind: "edge", index };
            element.fraction("position gain", p).map_err(text)?;
            element.fraction("velocity gain", q).map_err(text)?;
            element.not_negative("reduced mass", m).map_err(text)?;
            element.not_negative("tension", tension).map_err(text)?;
            let most = self.edges[index].rest_length;
            let holds = shortening.abs() <= most;
            element
                .require(holds, "shortening", shortening, "within the rest length")
                .map_err(text)?;
        }
        let Clock { substeps, max_stretch, gains_for, accounts_for, still, .. } = self.clock;
        let element = Element { kind: "clock", index: 0 };
        require(
            (1..=self.settings.substeps).contains(&substeps),
            "substeps must be those allowed",
        )?;
        for (field, value) in [
            ("max_stretch", max_stretch),
            ("gains_for", gains_for),
            ("accounts_for", accounts_for),
            ("still", still),
        ] {
            element.not_negative(field, value).map_err(text)?;
        }
        let count = self.particles.len();
        require(
            [0, count].contains(&self.still.len()),
            "still must have a time for each particle",
        )?;
        let may_sleep = self.settings.sleep_speed > 0.0;
        require(may_sleep || self.still.is_empty(), "still must be empty where nothing sleeps")?;
        for (index, (&still, p)) in self.still.iter().zip(&self.particles).enumerate() {
            let element = Element { kind: "particle", index };
            element.not_negative("still", still).map_err(text)?;
            let rests = [p.velocity, p.displacement] == [[0.0; 3]; 2];
            require(
                rests || still < STILL || p.inverse_mass == 0.0,
                "particles that sleep must be at rest",
            )?;
        }
        for &(edge, kept) in &self.kept {
            let of = self.edges.get(edge as usize);
            let of = of.ok_or_else(|| out_of_range("kept", edge, edges))?;
            let is_tension = kept >= 0.0 && kept.is_finite();
            require(
                is_tension || kept.abs() <= of.rest_length,
                "kept must be a tension or within the rest length",
            )?;
        }
        let ages = self.colliders.iter().all(|c| c.age.is_finite() && c.age >= 0.0);
        require(ages, "age of a collider must be finite and >= 0")?;
        let kind = core::mem::discriminant::<Shape>;
        let alike = |c: &ColliderForm| c.goal.is_none_or(|g| kind(&g) == kind(&c.given.shape));
        require(self.colliders.iter().all(alike), "goal of a collider must be of its shape")?;
        let energies = self.accounts.iter().flat_map(|account| account.0);
        require(energies.into_iter().all(f64::is_finite), "accounts must be finite")?;
        for (index, drag) in self.drags.iter().enumerate() {
            let element = Element { kind: "drag", index };
            element.bounded("from", drag.1).map_err(text)?;
        }
        Ok(())
    }
}
