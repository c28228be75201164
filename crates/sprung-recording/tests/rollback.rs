//! Rollback: a snapshot, frames, and the snapshot again; two peers whose inputs come late.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::collections::VecDeque;

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Collider, Particle, Settings, Shape, Solver};
use sprung_recording::Simulation;
use sprung_recording::network::Call;
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

/// A sheet and a rope over a floor.
fn scene() -> Solver {
    let mut net = Cloth::new(8, 8, 0.1, 0.3).build().unwrap();
    net.append(&rope([1.5, 0.5, 0.0], [2.5, 0.5, 0.0], 10, 0.5).unwrap());
    net.fix([0, 7, 64]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let floor = Shape::Plane { point: [0.0, -0.6, 0.0], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.3)]).unwrap();
    solver
}

/// The input of a player in a frame: an impulse, or the goal of a fixed particle.
fn input(player: usize, frame: usize) -> Vec<Call> {
    let random = &mut Random::new((2 * frame + player) as u64);
    let mut number = |size: f64| random.uniform(-size, size) as f32;
    let vector = [number(0.2), number(0.2), number(0.2)];
    match random.index(3) {
        0 => vec![],
        1 => vec![Call::ApplyImpulse { particle: 10 + 5 * player, impulse: vector }],
        _ => vec![Call::SetKinematicTarget { particle: 7 * player, goal: vector }],
    }
}

fn frame(solver: &mut Solver, calls: impl IntoIterator<Item = Call>) {
    for call in calls {
        solver.apply(&call).unwrap();
    }
    solver.apply(&Call::Step { dt: FRAME }).unwrap();
}

fn state(solver: &Solver) -> Vec<u32> {
    let mut bits = Vec::new();
    solver.write_state(&mut bits);
    bits
}

#[test]
fn six_hundred_frames_from_a_snapshot_come_out_again() {
    let both = |at: usize| input(0, at).into_iter().chain(input(1, at));
    let mut solver = scene();
    (0..100).for_each(|at| frame(&mut solver, both(at)));
    let copy = solver.clone();
    let text = serde_json::to_string(&solver).unwrap();
    (100..700).for_each(|at| frame(&mut solver, both(at)));
    for mut again in [copy, serde_json::from_str(&text).unwrap()] {
        (100..700).for_each(|at| frame(&mut again, both(at)));
        assert_eq!(state(&again), state(&solver));
    }
}

/// A player's machine: it knows its own inputs at once and takes it that the other does nothing, until the other's input
/// arrives; then it goes back to before that frame and takes the frames since again.
struct Peer {
    player: usize,
    solver: Solver,
    /// Snapshots before the frames from `first` on, and the inputs of both in these.
    snapshots: VecDeque<Solver>,
    inputs: VecDeque<[Vec<Call>; 2]>,
    first: usize,
    rollbacks: usize,
}

/// Frames that an input takes to arrive, at most.
const LATE: usize = 12;

impl Peer {
    fn new(player: usize) -> Self {
        let (snapshots, inputs) = (VecDeque::new(), VecDeque::new());
        Self { player, solver: scene(), snapshots, inputs, first: 0, rollbacks: 0 }
    }

    fn advance(&mut self, at: usize) {
        let mut inputs = [vec![], vec![]];
        inputs[self.player] = input(self.player, at);
        self.snapshots.push_back(self.solver.clone());
        frame(&mut self.solver, inputs.iter().flatten().cloned());
        self.inputs.push_back(inputs);
        if self.snapshots.len() > LATE + 1 {
            self.snapshots.pop_front();
            self.inputs.pop_front();
            self.first += 1;
        }
    }

    fn receive(&mut self, at: usize, calls: Vec<Call>) {
        let back = at - self.first;
        if calls.is_empty() {
            return;
        }
        self.rollbacks += 1;
        self.inputs[back][1 - self.player] = calls;
        self.solver = self.snapshots[back].clone();
        for (snapshot, inputs) in self.snapshots.iter_mut().zip(&self.inputs).skip(back) {
            *snapshot = self.solver.clone();
            frame(&mut self.solver, inputs.iter().flatten().cloned());
        }
    }
}

#[test]
fn two_peers_with_late_inputs_stay_in_step() {
    let mut peers = [Peer::new(0), Peer::new(1)];
    let mut reference = scene();
    let random = &mut Random::new(5);
    let mut arrivals: Vec<(usize, usize, usize)> = Vec::new();
    for at in 0..400 {
        for (player, peer) in peers.iter_mut().enumerate() {
            peer.advance(at);
            arrivals.push((at + random.index(LATE), 1 - player, at));
        }
        frame(&mut reference, input(0, at).into_iter().chain(input(1, at)));
        let (now, later): (Vec<_>, Vec<_>) = arrivals.iter().partition(|arrival| arrival.0 <= at);
        arrivals = later;
        for (_, to, sent) in now {
            peers[to].receive(sent, input(1 - to, sent));
        }
    }
    // The last inputs arrive.
    for (_, to, sent) in arrivals {
        peers[to].receive(sent, input(1 - to, sent));
    }
    assert!(peers.iter().all(|peer| peer.rollbacks > 200));
    assert_eq!(state(&peers[0].solver), state(&peers[1].solver));
    assert_eq!(state(&peers[0].solver), state(&reference));
    assert!(reference.particles().all(|p: Particle| p.position.iter().all(|c| c.is_finite())));
}
