//! Questions about a motion.

use sprung::Spring;
use sprung::analysis::{Extreme, FreeMotion};

use crate::numbers::One;
use crate::table::{Args, Number, Table};

fn motion<R: Number>(a: &mut Args<R>) -> FreeMotion<R> {
    FreeMotion::new(a.spring(), a.number(1.0), a.number(2.0))
}

fn extreme<R: Number>(extreme: Extreme<R>) -> [R; 2] {
    [extreme.time, extreme.value]
}

pub(super) fn add<R: Number>(table: &mut Table<R>) {
    constructors(table);
    motions(table);
    table.answers("Spring::crossing", |a| One(a.spring().crossing(a.number(0.3))));
    table.answers("Spring::rise_time", |a| One(a.spring().rise_time()));
    table.answers("Spring::energy", |a| One(a.spring().energy(a.state(), a.pair(0.5))));
    table.answers("Spring::energy_about", |a| {
        One(a.spring().energy_about(a.state(), a.state(), a.number(2.0)))
    });
    table.answers("Spring::halflife", |a| One(a.spring().halflife()));
    table.answers("Spring::peak_time", |a| One(a.spring().peak_time()));
    table.answers("Spring::usual_tolerance", |_| One(Spring::<R>::usual_tolerance()));
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

fn constructors<R: Number>(table: &mut Table<R>) {
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
    table.builds("Spring::from_greatest_acceleration", |a| {
        Spring::from_greatest_acceleration(a.number(1.0), a.number(20.0), a.number(0.6))
    });
    table.builds("Spring::from_greatest_speed", |a| {
        Spring::from_greatest_speed(a.number(1.0), a.number(5.0), a.number(0.6))
    });
    table.builds("Spring::from_two_points", |a| {
        let (first, second) = ((a.number(0.2), a.number(0.5)), (a.number(0.5), a.number(0.8)));
        Spring::from_two_points(first, second)
    });
}

fn motions<R: Number>(table: &mut Table<R>) {
    table.answers("Spring::free_motion", |a| {
        let spring = a.spring();
        spring.free_motion(a.scalar_state(), a.number(0.5)).at(R::ZERO)
    });
    table.answers("FreeMotion::new", |a| motion(a).at(R::ZERO));
    table.moves_whole("FreeMotion::at", |a| {
        let motion = motion(a);
        let before = [motion.offset, motion.velocity];
        let after = motion.at(a.dt());
        (before, [after.position, after.velocity], [R::ZERO; 2])
    });
    table.answers("FreeMotion::area", |a| One(motion(a).area()));
    table.answers("FreeMotion::absolute_area", |a| One(motion(a).absolute_area()));
    table.ends("FreeMotion::crossing", |a| One(motion(a).crossing(a.number(0.5))));
    table.ends("FreeMotion::nth_crossing", |a| {
        let motion = motion(a);
        let level = a.number(0.0);
        [1, 2, 7, 1_000_000].map(|n| motion.nth_crossing(level, n))
    });
    table.answers("FreeMotion::energy", |a| One(motion(a).energy(a.number(0.2))));
    table.answers("FreeMotion::acceleration", |a| One(motion(a).acceleration(a.number(0.2))));
    table.answers("FreeMotion::greatest_offset", |a| extreme(motion(a).greatest_offset()));
    table.answers("FreeMotion::greatest_speed", |a| extreme(motion(a).greatest_speed()));
    table.answers("FreeMotion::greatest_acceleration", |a| {
        extreme(motion(a).greatest_acceleration())
    });
    table.answers("FreeMotion::turning_point", |a| {
        let motion = motion(a);
        [1, 2, 1_000_000].map(|n| motion.turning_point(n).map(extreme)).to_vec()
    });
    table.answers("FreeMotion::overshoot", |a| motion(a).overshoot().map(extreme));
    table.answers("FreeMotion::settling_time", |a| One(motion(a).settling_time(a.number(0.01))));
    table.answers("FreeMotion::travel", |a| One(motion(a).travel()));
}
