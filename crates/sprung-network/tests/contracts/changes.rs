//! Changes of a running solver, its forces, and what is asked of it.

use sprung_network::{Drag, Edge, Forces, Particle, SplitMesh, Stiffness, Tether};

use super::solvers::{changed, solver};
use super::{Arguments, Table, particles};

pub(super) fn add(table: &mut Table) {
    of_particles(table);
    of_edges(table);
    forces(table);
    questions(table);
}

fn of_particles(table: &mut Table) {
    table.builds("Solver::pin", |a| changed(a, |solver, _| solver.pin(3)));
    table.builds("Solver::release", |a| {
        changed(a, |solver, a| {
            let _ = solver.release(0, a.number(0.4));
            let _ = solver.release(3, a.number(0.4));
        })
    });
    table.builds("Solver::set_mass", |a| {
        changed(a, |solver, a| {
            let _ = solver.set_mass(2, a.number(0.4));
        })
    });
    table.builds("Solver::set_position", |a| {
        changed(a, |solver, a| {
            let _ = solver.set_position(1, a.triple(0.4));
            let _ = solver.set_position(0, a.triple(0.4));
        })
    });
    table.builds("Solver::set_velocity", |a| {
        changed(a, |solver, a| {
            let _ = solver.set_velocity(1, a.triple(0.4));
        })
    });
    table.builds("Solver::add_particle", |a| {
        changed(a, |solver, a| {
            let particle = Particle::new(a.triple(0.4), a.number(0.5));
            if let Ok(new) = solver.add_particle(particle.with_velocity(a.triple(0.1))) {
                solver.add_edge(Edge::new(1, new, 1.0)).expect("a good edge");
            }
        })
    });
    table.builds("Solver::remove_particle", |a| changed(a, |solver, _| solver.remove_particle(3)));
    table.builds("Solver::set_drags", |a| {
        changed(a, |solver, a| {
            for goal in [a.triple(0.4), a.triple(0.5)] {
                let drag = Drag::new(3, goal, a.number(3.0), a.number(0.6));
                let _ = drag.map(|drag| solver.set_drags(&[drag]));
                solver.step(0.02);
            }
        })
    });
    table.answers("Drag::new", |a| {
        let drag = Drag::new(3, [0.0; 3], a.number(3.0), 0.6).ok()?;
        Some([drag.spring.angular_frequency()])
    });
}

fn of_edges(table: &mut Table) {
    table.builds("Solver::set_stiffness", |a| {
        changed(a, |solver, a| {
            let (stiffness, damping) = (a.number(90.0), a.number(1.0));
            let _ = solver.set_stiffness(1, Stiffness::Physical { stiffness, damping });
        })
    });
    table.builds("Solver::add_edge", |a| {
        changed(a, |solver, a| {
            let _ = solver.add_edge(Edge::new(1, 2, a.number(1.0)));
        })
    });
    table.builds("Solver::remove_edge", |a| changed(a, |solver, _| solver.remove_edge(2)));
    table.builds("Solver::add_tether", |a| {
        changed(a, |solver, a| {
            let length = a.number(1.0);
            let _ = solver.add_tether(Tether { anchor: 0, particle: 3, length });
        })
    });
    table.builds("Solver::remove_tether", |a| {
        changed(a, |solver, a| {
            let length = a.number(1.0);
            let added = solver.add_tether(Tether { anchor: 0, particle: 3, length });
            assert_eq!(added.is_ok(), solver.remove_tether(0, 3));
        })
    });
    table.builds("Solver::remove_tethers", |a| changed(a, |solver, _| solver.remove_tethers()));
    table.builds("Solver::rebuild", |a| {
        changed(a, |solver, _| {
            solver.remove_edge(1);
            solver.rebuild();
        })
    });
    table.builds("Solver::set_tear_force", |a| {
        changed(a, |solver, a| {
            let _ = solver.set_tear_force(2, a.number(3.0));
        })
    });
    table.builds("Solver::take_torn_edges", |a| {
        let mut solver = solver(a)?;
        solver.step(0.02);
        Some(solver.take_torn_edges().count())
    });
}

fn forces(table: &mut Table) {
    let measured = |a: &mut Arguments| {
        let (mut solver, mut forces) = (solver(a)?, Forces::default());
        solver.step_with_forces(a.number(0.02), &mut forces);
        Some((solver, forces))
    };
    table.builds("Solver::step_with_forces", move |a| {
        measured(a).map(|(solver, _)| particles(solver.particles()))
    });
    table.builds("Solver::forces", |a| {
        let (solver, dt) = (solver(a)?, a.number(0.02));
        Some([solver.forces(dt).edge(4)])
    });
    table.builds("Forces::edge", move |a| measured(a).map(|(_, f)| [f.edge(4)]));
    table.builds("Forces::reaction", move |a| measured(a).map(|(_, f)| f.reaction(3)));
}

fn questions(table: &mut Table) {
    table.builds("Solver::pick", |a| {
        let (origin, direction, radius) = (a.triple(2.0), a.triple(-1.0), a.number(0.4));
        let picked = solver(a)?.pick(origin, direction, radius);
        Some(picked.map(|(_, distance)| [distance.min(f32::MAX)]))
    });
    table.builds("Solver::closest_point", |a| {
        let point = a.triple(2.0);
        Some(solver(a)?.closest_point(point).map(|closest| closest.position))
    });
    table.answers("SplitMesh::new", |_| {
        let split = SplitMesh::new(4, &[[0, 1, 2], [2, 1, 3]], [[1, 2]]);
        split.map(|split| split.particles.len()).ok()
    });
}
