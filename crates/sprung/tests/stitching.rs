//! Chunks of motion played as one: 600 random seams, and no step larger than those of the motions themselves.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::motion::{RotationState, RotationStitcher, Stitcher};
use sprung::{Rotation, Spring, State, Vector};
use testkit::random::Random;

/// A motion along two waves, and where it is displaced to.
#[derive(Clone, Copy)]
struct Chunk {
    place: [f64; 3],
    waves: [(f64, f64, f64); 3],
}

impl Chunk {
    fn random(random: &mut Random) -> Self {
        Chunk {
            place: [(); 3].map(|()| random.uniform(-0.5, 0.5)),
            waves: [(); 3].map(|()| {
                let w = random.uniform(0.5, 6.0);
                (random.uniform(0.1, 1.0) / w, w, random.uniform(0.0, 6.3))
            }),
        }
    }

    fn at(&self, time: f64) -> State<[f64; 3]> {
        let place = |i: usize| {
            let (size, w, phase) = self.waves[i];
            self.place[i] + size * (w * time + phase).sin()
        };
        let velocity = |i: usize| {
            let (size, w, phase) = self.waves[i];
            size * w * (w * time + phase).cos()
        };
        State::new([0, 1, 2].map(place), [0, 1, 2].map(velocity))
    }
}

/// The lengths of the steps, and the chunk of each: 600 seams, about half a second apart.
fn frames(rate: f64, random: &mut Random) -> Vec<(f64, usize)> {
    let (mut frames, mut chunk, mut next, mut time) = (Vec::new(), 0, 0.5, 0.0);
    while chunk <= 600 {
        let dt = if rate > 0.0 { 1.0 / rate } else { random.log_uniform(1e-3, 0.1) };
        time += dt;
        if time > next {
            (chunk, next) = (chunk + 1, time + random.uniform(0.0, 1.0));
        }
        frames.push((dt, chunk));
    }
    frames
}

/// Plays chunks and gives the greatest speed of what is shown and of the chunks, and the greatest jump of a velocity at a
/// seam.
fn greatest<S: Copy>(
    rate: f64,
    chunk_at: impl Fn(&Chunk, f64) -> S,
    mut play: impl FnMut(S, Option<S>, f64) -> S,
    way: impl Fn(S, S) -> f64,
) -> (f64, f64) {
    let mut random = Random::new(600);
    let frames = frames(rate, &mut random);
    let chunks: Vec<Chunk> = (0..=601).map(|_| Chunk::random(&mut random)).collect();
    let (mut time, mut seams, mut last) = (0.0, 0, None);
    let (mut shown_speed, mut chunk_speed) = (0.0f64, 0.0f64);
    let mut playing = 0;
    for (dt, chunk) in frames {
        let before = chunk_at(&chunks[chunk], time);
        let seam = (chunk != playing).then_some(before);
        seams += usize::from(seam.is_some());
        playing = chunk;
        time += dt;
        let after = chunk_at(&chunks[chunk], time);
        let shown = play(after, seam, dt);
        chunk_speed = chunk_speed.max(way(before, after) / dt);
        if let Some(last) = last {
            shown_speed = shown_speed.max(way(last, shown) / dt);
        }
        last = Some(shown);
    }
    assert_eq!(seams, 601);
    (shown_speed, chunk_speed)
}

const RATES: [f64; 6] = [15.0, 30.0, 60.0, 144.0, 1000.0, 0.0];

#[test]
fn no_step_at_600_seams_is_larger_than_those_of_the_motions() {
    for rate in RATES {
        let spring = Spring::from_halflife(0.08, 1.0).unwrap();
        let mut stitcher: Option<Stitcher<[f64; 3]>> = None;
        let play = |chunk: State<[f64; 3]>, seam: Option<State<[f64; 3]>>, dt: f64| {
            let stitcher = stitcher.get_or_insert(Stitcher::new(chunk));
            if let Some(now) = seam {
                let before = stitcher.shown();
                stitcher.switch(now);
                assert_eq!(stitcher.shown(), before);
            }
            stitcher.update(chunk, &spring.step(dt))
        };
        let way = |a: State<[f64; 3]>, b: State<[f64; 3]>| b.position.minus(a.position).length();
        let (shown, chunks) = greatest(rate, Chunk::at, play, way);
        assert!(shown <= chunks * (1.0 + 1e-9), "{rate}: {shown} {chunks}");
        assert!(shown > 0.9 * chunks, "{rate}: {shown} {chunks}");
    }
}

#[test]
fn no_turn_at_600_seams_is_larger_than_those_of_the_motions() {
    for rate in RATES {
        let spring = Spring::from_halflife(0.08, 1.0).unwrap();
        let mut stitcher: Option<RotationStitcher<f64>> = None;
        let play = |chunk: RotationState<f64>, seam: Option<RotationState<f64>>, dt: f64| {
            let stitcher = stitcher.get_or_insert(RotationStitcher::new(chunk));
            if let Some(now) = seam {
                stitcher.switch(now);
            }
            stitcher.update(chunk, &spring.step(dt))
        };
        let at = |chunk: &Chunk, time: f64| {
            let turned = |time: f64| Rotation::from_rotation_vector(chunk.at(time).position);
            let h = 1e-5;
            let turn = turned(time + h).relative_to(&turned(time - h)).to_rotation_vector();
            RotationState::new(turned(time), turn.times(0.5 / h))
        };
        let way = |a: RotationState<f64>, b: RotationState<f64>| {
            b.rotation.relative_to(&a.rotation).to_rotation_vector().length()
        };
        let (shown, chunks) = greatest(rate, at, play, way);
        assert!(shown <= chunks * (1.0 + 1e-9), "{rate}: {shown} {chunks}");
    }
}

/// Where the fade need not wait it is the exact spring of the offset, the same at every frame rate.
#[test]
fn a_slow_fade_is_the_spring_of_the_offset() {
    let spring = Spring::from_halflife(0.3, 1.0).unwrap();
    for rate in [15, 60, 144, 1000] {
        let dt = 1.0 / f64::from(rate);
        let fast = |time: f64| State::new(20.0 * time, 20.0);
        let still = State::new(0.3, 0.0);
        let mut stitcher = Stitcher::new(fast(-dt));
        let _ = stitcher.update(fast(0.0), &spring.step(dt));
        stitcher.switch(still);
        for _ in 0..rate {
            let _ = stitcher.update(still, &spring.step(dt));
        }
        let exact = spring.step(1.0).apply(fast(0.0), 0.3);
        assert!((stitcher.shown().position - exact.position).abs() < 1e-12);
        assert!((stitcher.offset().velocity - exact.velocity).abs() < 1e-12);
    }
}

#[test]
fn a_step_of_no_time_shows_the_same_and_an_infinite_one_the_chunk() {
    let spring = Spring::from_halflife(0.3f32, 1.0).unwrap();
    let mut stitcher = Stitcher::new(State::new([1.0f32, 2.0], [0.5, 0.0]));
    stitcher.switch(State::at_rest([4.0, 4.0]));
    for dt in [0.0, -0.0, -1.0, f32::NAN] {
        let shown = stitcher.update(State::at_rest([9.0, 9.0]), &spring.step(dt));
        assert_eq!(shown, State::new([1.0, 2.0], [0.5, 0.0]));
    }
    let shown = stitcher.update(State::at_rest([9.0, 9.0]), &spring.step(f32::INFINITY));
    assert_eq!(shown, State::at_rest([9.0, 9.0]));
}
