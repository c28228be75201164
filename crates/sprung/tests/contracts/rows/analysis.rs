//! Questions about a motion.

use sprung::Spring;
use sprung::analysis::{Extremum, FreeResponse};

use super::super::numbers::One;
use super::super::table::{Args, Arguments, ParameterValue, Table};

fn motion<R: ParameterValue>(a: &mut Args<R>) -> FreeResponse<R> {
    FreeResponse::new(a.spring(), a.number(1.0), a.number(2.0))
}

fn extreme<R: ParameterValue>(extreme: Extremum<R>) -> [R; 2] {
    [extreme.time, extreme.value]
}

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    constructors(table);
    motions(table);
    table.answers("Spring::crossing_time", |a| One(a.spring().crossing_time(a.number(0.3))));
    table.answers("Spring::rise_time", |a| One(a.spring().rise_time()));
    table.answers("Spring::energy", |a| One(a.spring().energy(a.state(), a.pair(0.5))));
    table.answers("Spring::energy_about", |a| {
        One(a.spring().energy_about(a.state(), a.state(), a.number(2.0)))
    });
    table.answers("Spring::halflife", |a| One(a.spring().halflife()));
    table.answers("Spring::peak_time", |a| One(a.spring().peak_time()));
    table.answers("Spring::default_settling_tolerance", |_| {
        One(Spring::<R>::default_settling_tolerance())
    });
    table.answers("Spring::settling_time", |a| One(a.spring().settling_time(a.number(0.01))));
    table.answers("Spring::bandwidth", |a| One(a.spring().bandwidth()));
    table.answers("Spring::follow_response", |a| {
        One(a.spring().follow_response().gain(a.number(2.0)))
    });
    table.answers("Spring::track_response", |a| {
        One(a.spring().track_response().gain(a.number(2.0)))
    });
    table.answers("FrequencyResponse::gain", |a| {
        One(a.spring().follow_response().gain(a.number(0.3)))
    });
    table.answers("FrequencyResponse::phase", |a| {
        One(a.spring().track_response().phase(a.number(2.0)))
    });
    table.answers("FrequencyResponse::group_delay", |a| {
        One(a.spring().track_response().group_delay(a.number(2.0)))
    });
    table.answers("FrequencyResponse::resonance", |a| {
        let resonance = a.spring().track_response().resonance();
        resonance.map(|resonance| [resonance.frequency, resonance.gain])
    });
    table.answers("FrequencyResponse::bandwidth", |a| One(a.spring().track_response().bandwidth()));
}

fn constructors<R: ParameterValue>(table: &mut Table<R>) {
    table.builds("Spring::from_halflife", |a| Spring::from_halflife(a.number(0.2), a.number(0.6)));
    table.builds("Spring::from_settling_time", |a| {
        Spring::from_settling_time(a.number(0.4), a.number(0.6), a.number(0.02))
    });
    table.builds("Spring::from_settling_time_and_overshoot", |a| {
        Spring::from_settling_time_and_overshoot(a.number(0.4), a.number(0.1), a.number(0.02))
    });
    table.builds("Spring::from_peak_time_and_overshoot", |a| {
        Spring::from_peak_time_and_overshoot(a.number(0.4), a.number(0.1))
    });
    table
        .builds("Spring::from_rise_time", |a| Spring::from_rise_time(a.number(0.2), a.number(0.6)));
    table
        .builds("Spring::from_bandwidth", |a| Spring::from_bandwidth(a.number(2.0), a.number(0.6)));
    table.builds("Spring::from_max_acceleration", |a| {
        Spring::from_max_acceleration(a.number(1.0), a.number(20.0), a.number(0.6))
    });
    table.builds("Spring::from_max_speed", |a| {
        Spring::from_max_speed(a.number(1.0), a.number(5.0), a.number(0.6))
    });
    table.builds("Spring::fit_step_response", |a| {
        let (first, second) = ((a.number(0.2), a.number(0.5)), (a.number(0.5), a.number(0.8)));
        Spring::fit_step_response(first, second)
    });
}

fn motions<R: ParameterValue>(table: &mut Table<R>) {
    table.answers("Spring::free_response", |a| {
        let spring = a.spring();
        spring.free_response(a.scalar_state(), a.number(0.5)).at(R::ZERO)
    });
    table.answers("Spring::free_motion_along", |a| {
        let (spring, direction) = (a.spring(), [a.number(0.6), a.number(0.8)]);
        spring.free_motion_along(a.state(), a.pair(0.5), direction).at(R::ZERO)
    });
    table.answers("FreeResponse::new", |a| motion(a).at(R::ZERO));
    table.moves_whole("FreeResponse::at", |a| {
        let motion = motion(a);
        let before = [motion.offset, motion.velocity];
        let after = motion.at(a.dt());
        (before, [after.position, after.velocity], [R::ZERO; 2])
    });
    table.answers("FreeResponse::integral", |a| One(motion(a).integral()));
    table.answers("FreeResponse::integral_abs", |a| One(motion(a).integral_abs()));
    table.ends("FreeResponse::crossing_time", |a| One(motion(a).crossing_time(a.number(0.5))));
    table.ends("FreeResponse::nth_crossing_time", |a| {
        let motion = motion(a);
        let level = a.number(0.0);
        [1, 2, 7, 1_000_000].map(|n| motion.nth_crossing_time(level, n))
    });
    table.answers("FreeResponse::energy", |a| One(motion(a).energy(a.number(0.2))));
    table.answers("FreeResponse::acceleration", |a| One(motion(a).acceleration(a.number(0.2))));
    table.answers("FreeResponse::max_offset", |a| extreme(motion(a).max_offset()));
    table.answers("FreeResponse::max_speed", |a| extreme(motion(a).max_speed()));
    table.answers("FreeResponse::max_acceleration", |a| extreme(motion(a).max_acceleration()));
    table.answers("FreeResponse::extremum", |a| {
        let motion = motion(a);
        [1, 2, 1_000_000].map(|n| motion.extremum(n).map(extreme)).to_vec()
    });
    table.answers("FreeResponse::overshoot", |a| motion(a).overshoot().map(extreme));
    table.answers("FreeResponse::settling_time", |a| One(motion(a).settling_time(a.number(0.01))));
    table.answers("FreeResponse::path_length", |a| One(motion(a).path_length()));
}
