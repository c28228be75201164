//! Parameters: constructors and what they read back as.

use sprung::{Damper, ParameterError, Real, Spec, SpecErrorKind, Spring, State, Vector};

use super::super::numbers::{Double, One};
use super::super::table::{Arguments, ParameterValue, Table};

pub(super) fn add<R: ParameterValue>(table: &mut Table<R>) {
    table.ends("ParameterError::new", |a| {
        ParameterError::new("mass", a.number(2.0), "> 0").to_string().starts_with("mass must be")
    });
    table.builds("Spring::new", |a| Spring::new(a.number(7.0), a.number(0.6)));
    table.builds("Spring::critical", |a| Spring::critical(a.number(7.0)));
    table
        .builds("Spring::from_frequency", |a| Spring::from_frequency(a.number(2.0), a.number(0.6)));
    table.builds("Spring::from_stiffness_and_damping", |a| {
        Spring::from_stiffness_and_damping(a.number(40.0), a.number(3.0))
    });
    table.builds("Spring::from_mass_stiffness_and_damping", |a| {
        Spring::from_mass_stiffness_and_damping(a.number(2.0), a.number(40.0), a.number(3.0))
    });
    table.builds("Spring::from_lag", |a| Spring::from_lag(a.number(0.2), a.number(0.6)));
    table.builds("Spring::from_duration_and_bounce", |a| {
        Spring::from_duration_and_bounce(a.number(0.5), a.number(0.3))
    });
    table.builds("Spring::damping_ratio_from_overshoot", |a| {
        Spring::damping_ratio_from_overshoot(a.number(0.1)).map(One)
    });
    table.builds("Spring::angular_frequency", |a| One(a.spring().angular_frequency()));
    table.builds("Spring::damping_ratio", |a| One(a.spring().damping_ratio()));
    table.builds("Spring::decay_rate", |a| One(a.spring().decay_rate()));
    table.builds("Spring::regime", |a| {
        let spring = a.spring();
        spring.regime() == spring.regime()
    });
    table.builds("Spring::frequency", |a| One(a.spring().frequency()));
    table
        .builds("Spring::damped_angular_frequency", |a| One(a.spring().damped_angular_frequency()));
    table.builds("Spring::stiffness", |a| One(a.spring().stiffness()));
    table.builds("Spring::damping", |a| One(a.spring().damping()));
    table.builds("Spring::lag", |a| One(a.spring().lag()));
    table.builds("Spring::overshoot", |a| One(a.spring().overshoot()));
    table.builds("Spring::duration", |a| One(a.spring().duration()));
    table.builds("Spring::bounce", |a| One(a.spring().bounce()));

    table.builds("Damper::from_rate", |a| Damper::from_rate(a.number(3.0)));
    table.builds("Damper::from_halflife", |a| Damper::from_halflife(a.number(0.2)));
    table.builds("Damper::from_time_constant", |a| Damper::from_time_constant(a.number(0.2)));
    table.builds("Damper::from_smoothing_factor", |a| {
        Damper::from_smoothing_factor(a.number(0.1), a.number(0.02))
    });
    table.builds("Damper::from_damping", |a| Damper::from_damping(a.number(9.0), a.number(0.02)));
    table.builds("Damper::rate", |a| One(a.damper().rate()));
    table.builds("Damper::halflife", |a| One(a.damper().halflife()));
    table.builds("Damper::time_constant", |a| One(a.damper().time_constant()));
    table.builds("Damper::smoothing_factor", |a| One(a.damper().smoothing_factor(a.dt())));

    table.builds("Spec::spring", |a| Spec::Spring(a.spring()).spring());
    table.builds("Spec::damper", |a| Spec::Damper(a.damper()).damper());

    table.answers("State::new", |a| State::new(a.pair(1.0), a.pair(2.0)));
    table.answers("State::at_rest", |a| State::at_rest(a.pair(1.0)));
    table.answers("Vector::length", |a| One(a.pair(3.0).length()));
    table.builds("seconds", |a| {
        let duration = core::time::Duration::try_from_secs_f64(Real::to_f64(a.number(0.2)));
        duration.map(|duration| One(sprung::seconds(duration)))
    });
    table.ends("SpecError::kind", |a| {
        let text = format!("halflife={:e}s", a.number(-1.0));
        text.parse::<Spring<f64>>().is_err_and(|error| error.kind() == SpecErrorKind::Refused)
    });
    table.ends("SpecError::refused", |a| {
        let text = format!("halflife={:e}", a.number(-1.0));
        let refused = text.parse::<Spring<f64>>().err().and_then(|error| error.refused());
        refused.map(|_| Double(1.0))
    });
}
