//! Characters, transitions between animations, and limits, in both precisions.

use sprung::motion::{
    Character, DeadBlend, FadeCurve, Inertialization, TimedOffset, bounce_within, clamp_overshoot,
    dead_zone, limit_acceleration, limit_speed,
};
use sprung::{ParameterError, Real, Spring, State};

use crate::bits::{Bits, Outcome};

const STEPS: usize = 240;
const FRAME: f64 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    compute_in::<f32>(bits)?;
    compute_in::<f64>(bits)?;
    Ok(())
}

fn compute_in<R: Real + Into<f64>>(bits: &mut Bits) -> Result<(), ParameterError> {
    let spring = Spring::from_halflife(R::from_f64(0.13), R::from_f64(0.8))?;
    character(bits, &spring);
    transition(bits, &spring)?;
    limits(bits, &spring);
    Ok(())
}

fn character<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let dt = R::from_f64(FRAME);
    let step = by.character_step(dt);
    let times = [0.0, 0.1, 0.2, 0.5, 1.0].map(R::from_f64);
    let (mut free, mut limited) = (Character::default(), Character::default());
    let mut path = [free; 5];
    for at in 0..STEPS {
        let stick = [(at % 50) as f64 * 0.03 - 0.7, (at / 60) as f64 * 0.4 - 0.5].map(R::from_f64);
        let goal_velocity = dead_zone(stick, R::from_f64(0.2), R::ONE);
        free.update(goal_velocity, &step);
        limited.update_limited(goal_velocity, &step, R::HALF);
        free.predict(goal_velocity, by, &times, &mut path);
        for character in path.into_iter().chain([limited]) {
            bits.add_all(character.position);
            bits.add_all(character.velocity);
            bits.add_all(character.acceleration);
        }
    }
}

fn transition<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) -> Result<(), ParameterError> {
    let [from, to] =
        [(1.0, -4.0), (0.2, 3.0)].map(|(x, v)| State::new(R::from_f64(x), R::from_f64(v)));
    let mut inertialization = Inertialization::default();
    inertialization.transition(from, to);
    let dead = DeadBlend::new(from, R::from_f64(0.2), R::ONE)?;
    let fades = [
        TimedOffset::new(from, R::ONE, FadeCurve::Cubic)?,
        TimedOffset::new(from, R::ONE, FadeCurve::SmoothStep)?,
    ];
    bits.add(by.transition_cost(from));
    for at in 0..STEPS {
        let time = R::from_f64(at as f64 * FRAME);
        inertialization.update(&by.step(R::from_f64(FRAME)));
        for state in
            [inertialization.apply(to), dead.apply(to, time), fades[0].at(time), fades[1].at(time)]
        {
            bits.add_all([state.position, state.velocity]);
        }
    }
    Ok(())
}

fn limits<R: Real + Into<f64>>(bits: &mut Bits, by: &Spring<R>) {
    let dt = R::from_f64(FRAME);
    let step = by.step(dt);
    let mut states = [State::new(R::ONE, R::from_f64(-30.0)); 4];
    for at in 0..STEPS {
        let goal = R::from_f64((at / 50) as f64 * 3.1 - 5.0);
        states[0] = limit_speed(states[0], goal, &step, R::TWO);
        states[1] = limit_acceleration(states[1], goal, &step, R::from_f64(90.0));
        states[2] = bounce_within(step.apply(states[2], goal), -R::TWO, R::TWO, R::HALF);
        states[3] = clamp_overshoot(states[3], goal, &step);
        for state in states {
            bits.add_all([state.position, state.velocity]);
        }
    }
}
