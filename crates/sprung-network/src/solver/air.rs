//! The air on a network: its triangles in lanes, and what the air does to each component.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::dispatch;

use crate::aero::{AeroCoefficients, AeroSurface};
use crate::geometry::vector::{add, cross, scale, sub};
use crate::graph::components::{Components, NONE};
use crate::kernel::aero::{Breeze, Sums, Triangles};
use crate::lanes::record::{LANES, Stored};

use super::layout::particles::Particles;
use super::momentum::FreeComponents;

type V3 = [f64; 3];

/// Groups of which lanes are summed in f32 before f64 takes over.
const MAX_GROUPS: usize = 64;

/// The part of the work that the air takes out which counts: what rounding may have taken beside it does not.
const COUNTED: f64 = 0.999_99;

/// Everything that air presses on.
#[derive(Clone, Debug)]
pub(crate) struct Air {
    pub(super) surfaces: Vec<Surface>,
    pub(super) components: Vec<OnComponent>,
    /// Slots, components or triangles have changed.
    pub(super) is_stale: bool,
    /// Triangles that sleep are left out.
    pub(super) leaves_out: bool,
    /// Of each component of the network its place in `components`; of each particle the triangles of a surface.
    place_of: Vec<u32>,
    counts: Vec<u16>,
}

/// One surface.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    pub(super) aero: AeroSurface,
    /// Triangles of which a side has torn.
    pub(super) is_gone: Vec<bool>,
    pub(super) groups: Vec<Triangles>,
    /// The component of each lane, by its place.
    of: Vec<[u32; LANES]>,
    /// The impulse of the last step, N·s.
    pub(super) impulse: V3,
    /// Room for the wind of each triangle.
    pub(super) given: Vec<[f32; 3]>,
}

/// The air's work on one component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnComponent {
    component: u32,
    /// Among the free components.
    part: Option<usize>,
    /// Of this sub-step: impulse, angular impulse about the origin, work.
    sums: [f64; 7],
    /// A point near it, m; its motion as a free body without its edges: from the origin to the center of mass, velocity and
    /// spin.
    origin: V3,
    center: V3,
    velocity: V3,
    spin: V3,
    mass: f64,
}

impl Air {
    /// The air on some surfaces; none if there are none.
    pub(super) fn new(surfaces: &[AeroSurface], particles: usize) -> Option<Self> {
        let corners = surfaces.iter().map(|surface| 3 * surface.triangles.len()).sum::<usize>();
        (!surfaces.is_empty()).then(|| Self {
            surfaces: surfaces.iter().map(Surface::new).collect(),
            components: Vec::with_capacity(corners.min(particles)),
            is_stale: true,
            leaves_out: false,
            place_of: vec![NONE; particles],
            counts: vec![0; particles],
        })
    }

    /// Pairs of particles that triangles join.
    pub(super) fn joints(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.surfaces.iter().flat_map(Surface::whole).flat_map(|corners| {
            let [a, b, c] = corners.map(|p| p as usize);
            [[a, b], [b, c], [c, a]]
        })
    }

    /// The number of them.
    pub(super) fn joint_count(&self) -> usize {
        self.surfaces.iter().map(|surface| 3 * surface.aero.triangles.len()).sum()
    }

    /// Room for a network that has grown.
    pub(super) fn reserve(&mut self, particles: usize) {
        self.place_of.reserve(particles.saturating_sub(self.place_of.len()));
    }

    /// Starts a step.
    pub(super) fn begin(
        &mut self,
        level: fearless_simd::Level,
        slot: &[usize],
        particles: &Particles,
        components: &Components,
        free: &FreeComponents,
    ) {
        if core::mem::take(&mut self.is_stale) {
            self.find(slot, components, free);
        }
        for on in &mut self.components {
            on.begin(components, free, particles);
        }
        for surface in &mut self.surfaces {
            surface.impulse = [0.0; 3];
            let all = surface.groups.iter_mut().zip(&surface.of);
            for (group, of) in all.filter(|(group, _)| !group.is_asleep) {
                let mut origin = [[0.0; LANES]; 3];
                for (lane, &of) in of.iter().enumerate() {
                    let from = self.components.get(of as usize).map_or([0.0; 3], |on| on.origin);
                    for (stored, from) in origin.iter_mut().zip(from) {
                        stored[lane] = from as f32;
                    }
                }
                dispatch!(level, s => group.measure(s, &particles.reference, &origin));
            }
        }
    }

    /// Finds the slots of all corners and the components of all triangles.
    fn find(&mut self, slot: &[usize], components: &Components, free: &FreeComponents) {
        let Self { surfaces, components: known, place_of, counts, leaves_out, .. } = self;
        known.clear();
        place_of.clear();
        place_of.resize(components.all.len(), NONE);
        for surface in surfaces {
            counts.fill(0);
            for corners in surface.whole() {
                corners.iter().for_each(|&p| {
                    let count = &mut counts[p as usize];
                    *count = count.saturating_add(1);
                });
            }
            let mut place = |component: u32| {
                let place = place_of.get_mut(component as usize)?;
                if *place == NONE {
                    *place = known.len() as u32;
                    known.push(OnComponent::new(component, free));
                }
                Some(*place)
            };
            let Surface { aero, is_gone, groups, of, .. } = surface;
            let all = aero.triangles.chunks(LANES).zip(is_gone.chunks(LANES));
            for ((group, of), (triangles, gone)) in groups.iter_mut().zip(of).zip(all) {
                // Lanes that are not needed name the corners of the first.
                group.is_asleep = true;
                let mut slots = triangles[0].map(|p| [slot[p as usize] as u32; LANES]);
                *of = [NONE; LANES];
                for (lane, (corners, &gone)) in triangles.iter().zip(gone).enumerate() {
                    let at = corners.map(|p| slot[p as usize]);
                    (0..3).for_each(|c| slots[c][lane] = at[c] as u32);
                    let share = corners.map(|p| f32::from(counts[p as usize]));
                    let sleeps = components.joint_sleeps(at);
                    let is_off = gone || (sleeps && *leaves_out);
                    group.is_asleep &= is_off;
                    group.set_lane(lane, (!is_off).then_some(share));
                    let dynamic = at.into_iter().map(|at| components.of_slot[at]);
                    let component = dynamic.into_iter().find(|&c| c != NONE && !sleeps);
                    of[lane] = component.and_then(&mut place).unwrap_or(NONE);
                }
                group.set_slots(slots);
            }
        }
    }

    /// Pushes all triangles for `h` seconds.
    pub(super) fn push(
        &mut self,
        level: fearless_simd::Level,
        particles: &mut Particles,
        wind: [f32; 3],
        h: f32,
    ) {
        for surface in &mut self.surfaces {
            surface.push(level, particles, wind, h, &mut self.components);
        }
    }

    /// Follows the free components in a sub-step of `h` seconds that leaves `keep` of the velocity and adds `fall`.
    pub(super) fn advance(&mut self, h: f32, (keep, fall): (f64, V3)) {
        self.components.iter_mut().for_each(|on| on.advance(f64::from(h), keep, fall));
    }

    /// The work of the air on each component since the last call, J.
    pub(super) fn works(&mut self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.components.iter_mut().map(|on| {
            let work = core::mem::take(&mut on.sums[6]);
            (on.component, if work < 0.0 { COUNTED * work } else { work })
        })
    }

    /// Hands over what gravity, drag and air leave of the motion of the free components.
    pub(super) fn end(&self, free: &mut FreeComponents) {
        for on in &self.components {
            if let Some(part) = on.part {
                free.set_after(part, on.velocity, on.spin);
            }
        }
    }
}

impl Surface {
    fn new(aero: &AeroSurface) -> Self {
        let groups = aero.triangles.len().div_ceil(LANES);
        Self {
            aero: aero.clone(),
            is_gone: vec![false; aero.triangles.len()],
            groups: vec![Triangles::new(); groups],
            of: vec![[NONE; LANES]; groups],
            impulse: [0.0; 3],
            given: vec![[0.0; 3]; aero.triangles.len()],
        }
    }

    /// The triangles that there are.
    pub(super) fn whole(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let all = self.aero.triangles.iter().zip(&self.is_gone);
        all.filter(|(_, gone)| !**gone).map(|(corners, _)| *corners)
    }

    /// The wind of a triangle, m/s.
    pub(super) fn wind(&self, triangle: usize) -> [f32; 3] {
        self.groups[triangle / LANES].wind(triangle % LANES)
    }

    pub(super) fn set_wind(&mut self, triangle: usize, wind: [f32; 3]) {
        self.groups[triangle / LANES].set_wind(triangle % LANES, wind);
    }

    fn push(
        &mut self,
        level: fearless_simd::Level,
        particles: &mut Particles,
        wind: [f32; 3],
        h: f32,
        components: &mut [OnComponent],
    ) {
        let AeroCoefficients { density, drag, lift, skin_friction } = self.aero.coefficients;
        let pressure = drag.min(lift);
        let breeze = Breeze {
            wind,
            quarter: 0.25 * density * h,
            pressure,
            lift: lift - pressure,
            drag: drag - pressure,
            friction: skin_friction,
        };
        let zero: Sums = [[0.0; LANES]; 7];
        let (mut sums, mut groups) = (zero, 0);
        for i in 0..self.groups.len() {
            let (group, of) = (&self.groups[i], &self.of[i]);
            let Particles { displacement, velocity, .. } = particles;
            if !group.is_asleep {
                dispatch!(level, s => group.push(s, &breeze, displacement, velocity, &mut sums));
            }
            groups += 1;
            if groups < MAX_GROUPS && self.of.get(i + 1) == Some(of) {
                continue;
            }
            for (lane, &of) in of.iter().enumerate() {
                let of_lane = |sum: &Stored| f64::from(sum[lane]);
                let terms: [f64; 7] = core::array::from_fn(|i| of_lane(&sums[i]));
                self.impulse = add(self.impulse, [terms[0], terms[1], terms[2]]);
                if let Some(on) = components.get_mut(of as usize) {
                    on.sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                }
            }
            (sums, groups) = (zero, 0);
        }
    }
}

impl OnComponent {
    fn new(component: u32, free: &FreeComponents) -> Self {
        let zero = [0.0; 3];
        Self {
            component,
            part: free.part_of(component),
            sums: [0.0; 7],
            origin: zero,
            center: zero,
            velocity: zero,
            spin: zero,
            mass: 0.0,
        }
    }

    fn begin(&mut self, components: &Components, free: &FreeComponents, particles: &Particles) {
        self.sums = [0.0; 7];
        let Some(part) = self.part else { return };
        let motion = free.motion(part);
        (self.center, self.velocity, self.spin) = (motion.center, motion.velocity, motion.spin);
        self.mass = motion.mass;
        // The origin as the lanes have it.
        let (_, slot) = components.members(self.component as usize)[0];
        let [x, y, z, _] = particles.reference[slot as usize].map(f64::from);
        self.center = add(self.center, sub(motion.origin, [x, y, z]));
        self.origin = [x, y, z];
    }

    /// Moves on by a sub-step.
    fn advance(&mut self, h: f64, keep: f64, fall: V3) {
        let [x, y, z, lx, ly, lz, work] = self.sums;
        self.sums = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, work];
        if self.part.is_none() {
            return;
        }
        let impulse = [x, y, z];
        let about_center = sub([lx, ly, lz], cross(self.center, impulse));
        self.spin = scale(add(self.spin, about_center), keep);
        let pushed = add(self.velocity, scale(impulse, 1.0 / self.mass));
        self.velocity = add(scale(pushed, keep), fall);
        self.center = add(self.center, scale(self.velocity, h));
    }
}
