//! The solver, and the published schemes beside it.

use sprung_network::reference::{
    CoefficientLimit, Formulation, JacobiSolver, SequentialImpulses, Variant,
};
use sprung_network::{
    AeroCoefficients, Environment, NetworkError, Settings, Shape, SkinConstraint, SkinTarget,
    Solver, Stiffness, VolumeContent, Weave,
};
use testkit::contracts::All;

use super::parts::{TETRAHEDRON, capsule, collider};
use super::{Arguments, Table, particles, square};

pub(super) fn add(table: &mut Table) {
    moves(table);
    changes(table);
    answers(table);
    sheets(table);
    cells(table);
    schemes(table);
}

fn environment(a: &mut Arguments) -> Environment {
    Environment { gravity: a.triple(1.0), drag: a.number(0.2), wind: a.triple(0.4) }
}

/// A solver of the square, if it takes the numbers.
pub(super) fn solver(a: &mut Arguments) -> Option<Solver> {
    let net = square(a);
    let environment = environment(a);
    let settings = Settings { substeps: 4, environment, ..Settings::default() };
    Solver::new(&net, settings).ok()
}

/// The particles before and after one step of `dt`.
fn stepped(solver: Option<Solver>, dt: f32) -> (Option<All<f32>>, Option<All<f32>>) {
    let Some(mut solver) = solver else { return (None, None) };
    let before = particles(solver.particles());
    solver.step(dt);
    (Some(before), Some(particles(solver.particles())))
}

fn moves(table: &mut Table) {
    table.survives("Solver::new", |a| stepped(solver(a), a.dt()));
    table.survives("Solver::within_stretch", |a| {
        let (net, environment) = (square(a), environment(a));
        let settings = Settings { environment, ..Settings::default() };
        stepped(Solver::within_stretch(&net, a.number(0.01), settings).ok(), a.dt())
    });
    table.survives("Solver::step", |a| stepped(solver(a), a.dt()));
}

/// The particles after a change and three steps.
pub(super) fn changed(
    a: &mut Arguments,
    change: impl Fn(&mut Solver, &mut Arguments),
) -> Option<All<f32>> {
    let mut solver = solver(a)?;
    change(&mut solver, a);
    for _ in 0..3 {
        solver.step(0.02);
    }
    Some(particles(solver.particles()))
}

fn changes(table: &mut Table) {
    table.builds("Solver::set_kinematic_target", |a| {
        changed(a, |solver, a| solver.set_kinematic_target(0, a.triple(0.3)))
    });
    table.builds("Solver::set_skin_targets", |a| on_skin(a, Solver::set_skin_targets));
    table.answers("Solver::skin_constraints", |a| {
        let mut net = square(a);
        net.skin_constraints = vec![SkinConstraint::new(3, a.number(0.2))];
        let solver = Solver::new(&net, Settings::default()).ok()?;
        Some(solver.skin_constraints().len())
    });
    table.builds("Solver::reset_skin_targets", |a| on_skin(a, Solver::reset_skin_targets));
    table.builds("Solver::apply_impulse", |a| {
        changed(a, |solver, a| solver.apply_impulse(3, a.triple(0.3)))
    });
    table.builds("Solver::set_environment", |a| {
        changed(a, |solver, a| {
            let _ = solver.set_environment(environment(a));
        })
    });
    table.builds("Solver::set_colliders", |a| {
        changed(a, |solver, a| {
            let _ = solver.set_colliders(&[collider(a)]);
        })
    });
    table.builds("Solver::move_collider", |a| {
        changed(a, |solver, a| {
            let shape = Shape::Capsule { a: [0.5; 3], b: [0.6, 0.5, 0.5], radius: 0.3 };
            let _ = solver.set_colliders(&[sprung_network::Collider::new(shape)]);
            let _ = solver.move_collider(0, capsule(a));
        })
    });
}

/// The particles of the square on a skin, after its targets have moved and three steps.
fn on_skin(
    a: &mut Arguments,
    change: impl Fn(&mut Solver, &[SkinTarget]) -> Result<(), NetworkError>,
) -> Option<All<f32>> {
    let mut net = square(a);
    let backstop = |p| SkinConstraint::new(p, 0.3).with_backstop(0.01, 0.5);
    net.skin_constraints = vec![SkinConstraint::new(3, 0.0), backstop(1), backstop(0)];
    let mut solver = Solver::new(&net, Settings::default()).ok()?;
    let targets = [0; 3].map(|_| SkinTarget { position: a.triple(0.3), normal: a.triple(0.7) });
    let _ = change(&mut solver, &targets);
    (0..3).for_each(|_| solver.step(0.02));
    Some(particles(solver.particles()))
}

/// The solver of the square around a volume, after a change of it and three steps.
fn with_volume(a: &mut Arguments, change: impl Fn(&mut Solver, &mut Arguments)) -> Option<Solver> {
    let mut net = square(a);
    net.add_volume(&TETRAHEDRON).ok()?;
    let mut solver = Solver::new(&net, Settings::default()).ok()?;
    change(&mut solver, a);
    (0..3).for_each(|_| solver.step(0.02));
    Some(solver)
}

/// The solver of the square with air on its triangles, hinges between them and a fabric, after a change and three steps.
fn with_sheet(a: &mut Arguments, change: impl Fn(&mut Solver, &mut Arguments)) -> Option<Solver> {
    let mut net = square(a);
    net.add_hinges(&TETRAHEDRON, Stiffness::from_frequency(5.0, 0.1).ok()?).ok()?;
    net.add_aero_surface(&TETRAHEDRON).ok()?;
    let soft = Weave::membrane(30.0, 0.01);
    net.add_fabric(&TETRAHEDRON, [0.2, 0.3, 0.4], Weave::new(soft, soft, soft)).ok()?;
    let environment = Environment { wind: a.triple(3.0), ..Environment::default() };
    let mut solver = Solver::new(&net, Settings { environment, ..Settings::default() }).ok()?;
    change(&mut solver, a);
    (0..3).for_each(|_| solver.step(0.02));
    Some(solver)
}

/// The solver of the square with a cell, after a change and three steps.
fn with_cell(a: &mut Arguments, change: impl Fn(&mut Solver, &mut Arguments)) -> Option<Solver> {
    let mut net = square(a);
    net.add_cells(&[[0, 1, 2, 3]], Stiffness::from_frequency(5.0, 0.1).ok()?).ok()?;
    let mut solver = Solver::new(&net, Settings::default()).ok()?;
    change(&mut solver, a);
    (0..3).for_each(|_| solver.step(0.02));
    Some(solver)
}

fn cells(table: &mut Table) {
    table.builds("Solver::cell_volume_ratio", |a| {
        with_cell(a, |_, _| {}).map(|solver| [solver.cell_volume_ratio(0)])
    });
    table.builds("Solver::cell_count", |a| {
        with_cell(a, |_, _| {}).map(|solver| solver.cell_count())
    });
    table.builds("Solver::is_cell_torn", |a| {
        with_cell(a, |_, _| {}).map(|solver| solver.is_cell_torn(0))
    });
    table.builds("Solver::set_cell", |a| {
        let solver = with_cell(a, |solver, a| {
            let (stiffness, damping) = (a.number(20.0), a.number(0.1));
            let _ = solver.set_cell(0, a.number(0.01), Stiffness::Physical { stiffness, damping });
        });
        solver.map(|solver| particles(solver.particles()))
    });
}

/// Air, hinges and fabrics.
fn sheets(table: &mut Table) {
    table.builds("Solver::fabric_strain", |a| {
        with_sheet(a, |_, _| {}).map(|solver| solver.fabric_strain(0, 1))
    });
    table.builds("Solver::is_fabric_torn", |a| {
        with_sheet(a, |_, _| {}).map(|solver| solver.is_fabric_torn(0, 1))
    });
    table.builds("Solver::remove_fabric_triangle", |a| {
        let solver = with_sheet(a, |solver, _| solver.remove_fabric_triangle(0, 1));
        solver.map(|solver| particles(solver.particles()))
    });
    table.builds("Solver::set_weave", |a| {
        let solver = with_sheet(a, |solver, a| {
            let weave = Weave::membrane(a.number(20.0), a.number(0.1));
            let weave = Weave::new(weave, weave, weave);
            let _ = solver.set_weave(0, weave.with_limits(a.number(0.9), a.number(1.1)));
        });
        solver.map(|solver| particles(solver.particles()))
    });
    table.builds("Solver::set_wind_field", |a| {
        let solver = with_sheet(a, |solver, a| {
            let wind = a.triple(5.0);
            let _ = solver.set_wind_field(|_| wind);
        });
        solver.map(|solver| particles(solver.particles()))
    });
    table.builds("Solver::aero_impulse", |a| {
        with_sheet(a, |_, _| {}).map(|solver| solver.aero_impulse(0))
    });
    table.builds("Solver::set_aero_coefficients", |a| {
        let solver = with_sheet(a, |solver, a| {
            let coefficients = AeroCoefficients {
                density: a.number(1.2),
                drag: a.number(1.0),
                lift: a.number(2.0),
                skin_friction: a.number(0.1),
            };
            let _ = solver.set_aero_coefficients(0, coefficients);
        });
        solver.map(|solver| particles(solver.particles()))
    });
    table.builds("Solver::hinge_angle", |a| {
        with_sheet(a, |_, _| {}).map(|solver| [solver.hinge_angle(2)])
    });
    table.builds("Solver::set_hinge", |a| {
        let solver = with_sheet(a, |solver, a| {
            let (stiffness, damping) = (a.number(2.0), a.number(0.1));
            let stiffness = Stiffness::Physical { stiffness, damping };
            let _ = solver.set_hinge(1, a.number(0.5), stiffness);
        });
        solver.map(|solver| particles(solver.particles()))
    });
}

fn answers(table: &mut Table) {
    table.builds("Solver::self_contacts", |a| {
        let mut net = square(a);
        net.set_thickness(a.number(0.3)).ok()?;
        let settings = Settings { environment: environment(a), ..Settings::default() };
        let mut solver = Solver::new(&net, settings).ok()?;
        solver.step(0.02);
        let numbers = solver.self_contacts().map(|point| [point.position, point.normal].concat());
        Some(All(numbers.flatten().collect()))
    });
    table.builds("Solver::enclosed_volume", |a| {
        with_volume(a, |_, _| {}).map(|solver| [solver.enclosed_volume(0)])
    });
    table.builds("Solver::set_content", |a| {
        let solver = with_volume(a, |solver, a| {
            let content = VolumeContent::gas(a.number(0.2), a.number(1e5), a.number(1e5));
            let _ = solver.set_content(0, content);
        });
        solver.map(|solver| particles(solver.particles()))
    });
    table.builds("Solver::colliders", |a| {
        let mut solver = solver(a)?;
        let _ = solver.set_colliders(&[collider(a)]);
        let colliders = solver.colliders().map(|c| [c.velocity, c.pivot].concat());
        Some(All(colliders.flatten().collect()))
    });
    table.builds("Solver::is_fixed", |a| solver(a).map(|solver| solver.is_fixed(0)));
    table.builds("Solver::volume_count", |a| solver(a).map(|solver| solver.volume_count()));
    table.builds("Solver::is_torn", |a| solver(a).map(|solver| solver.is_torn(4)));
    table.builds("Solver::quarantined", |a| {
        let mut solver = solver(a)?;
        solver.step(a.dt());
        Some(solver.quarantined().count())
    });
    table.builds("Solver::is_asleep", |a| solver(a).map(|solver| solver.is_asleep()));
    table.builds("Solver::is_particle_asleep", |a| {
        solver(a).map(|solver| solver.is_particle_asleep(3))
    });
    table.builds("Solver::island_count", |a| solver(a).map(|solver| solver.island_count()));
    table.builds("Solver::awake_island_count", |a| {
        solver(a).map(|solver| solver.awake_island_count())
    });
    table.builds("Solver::len", |a| solver(a).map(|solver| solver.len()));
    table.builds("Solver::is_empty", |a| solver(a).map(|solver| solver.is_empty()));
    table.builds("Solver::edges", |a| {
        let solver = solver(a)?;
        Some(All(solver.edges().iter().map(|edge| edge.rest_length).collect()))
    });
    table.builds("Solver::substeps", |a| solver(a).map(|solver| solver.substeps()));
    table.builds("Solver::position", |a| solver(a).map(|solver| solver.position(3)));
    table.builds("Solver::velocity", |a| solver(a).map(|solver| solver.velocity(3)));
    table.builds("Solver::particles", |a| solver(a).map(|solver| particles(solver.particles())));
    table.builds("Solver::network", |a| solver(a).and_then(|s| super::numbers(&s.network())));
    table.builds("Solver::stretch", |a| {
        let stretch = solver(a)?.stretch();
        Some([stretch.max as f32, stretch.mean as f32])
    });
}

fn schemes(table: &mut Table) {
    // The published schemes are not stable for every stiffness: they promise no more than to end.
    fn jacobi(a: &mut Arguments, formulation: Formulation) -> Option<JacobiSolver> {
        let net = square(a);
        JacobiSolver::new(&net, environment(a), CoefficientLimit::MassSplitting)
            .ok()
            .map(|n| n.with_formulation(formulation))
    }
    table.drifts("JacobiSolver::step", |a| {
        let Some(mut scheme) = jacobi(a, Formulation::default()) else { return (None, None) };
        let before = particles(scheme.particles().iter().copied());
        scheme.step(a.dt());
        (Some(before), Some(particles(scheme.particles().iter().copied())))
    });
    for name in ["JacobiSolver::new", "JacobiSolver::with_formulation", "JacobiSolver::particles"] {
        table.builds(name, |a| {
            jacobi(a, Formulation::default()).map(|n| particles(n.particles().iter().copied()))
        });
    }
    table.builds("JacobiSolver::edges", |a| {
        jacobi(a, Formulation::default()).map(|n| n.edges().len())
    });
    fn sequential(a: &mut Arguments) -> Option<SequentialImpulses> {
        let net = square(a);
        let environment = environment(a);
        let impulses = SequentialImpulses::new(&net, environment, 4, a.number(0.8)).ok()?;
        Some(impulses.with_variant(Variant::Passive))
    }
    table.drifts("SequentialImpulses::step", |a| {
        let Some(mut scheme) = sequential(a) else { return (None, None) };
        let before = particles(scheme.particles().iter().copied());
        scheme.step(a.dt());
        (Some(before), Some(particles(scheme.particles().iter().copied())))
    });
    for name in [
        "SequentialImpulses::new",
        "SequentialImpulses::with_variant",
        "SequentialImpulses::particles",
    ] {
        table.builds(name, |a| sequential(a).map(|s| particles(s.particles().iter().copied())));
    }
    table.builds("SequentialImpulses::edges", |a| sequential(a).map(|s| s.edges().len()));
}
