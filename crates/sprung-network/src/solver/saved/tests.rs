//! Saved solvers that are accepted or refused, field by field.

use core::ops::RangeInclusive;

use super::*;
use crate::graph::components::STILL;
use crate::shapes::{Cloth, lattice_with_cells, rope, tree};

const FRAME: f32 = 1.0 / 60.0;

/// Cloth of 16 particles that is held at two corners, over a ball: its edge 3 has torn, and there is one again between the
/// same particles; particle 16 has been added, with an edge to particle 5, and particle 2 has been pinned.
fn changed() -> Solver {
    let sheet = Cloth::new(4, 4, 0.1, 1.0);
    let mut net = sheet.build().unwrap();
    net.fix(sheet.corners().into_iter().take(2));
    let settings = Settings { sleep_speed: 0.2, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let ball = Shape::Sphere { center: [0.1, -1.0, 0.1], radius: 0.3 };
    solver.set_colliders(&[Collider::new(ball)]).unwrap();
    let Edge { a, b, rest_length, .. } = solver.edges()[3];
    solver.remove_edge(3);
    solver.add_edge(Edge::new(a, b, rest_length)).unwrap();
    let new = solver.add_particle(Particle::new([0.1, -0.2, 0.1], 0.1)).unwrap();
    solver.add_edge(Edge::new(new, 5, 0.2)).unwrap();
    solver.pin(2);
    solver.set_drags(&[Drag::new(6, [0.3, 0.5, 0.2], 4.0, 0.5).unwrap()]).unwrap();
    solver.step(FRAME);
    solver
}

/// The error of a solver of which what is saved is changed, if there is one.
fn error_of(change: impl FnOnce(&mut Form)) -> Option<String> {
    let mut form = Form::of(&changed());
    change(&mut form);
    form.solver().err()
}

fn refused(change: impl FnOnce(&mut Form)) -> String {
    error_of(change).unwrap()
}

/// Asserts that both ends of a range are accepted, and that the values `beside` it are refused with a message.
fn bounded(
    message: &str,
    range: RangeInclusive<f32>,
    beside: &[f32],
    set: impl Fn(&mut Form, f32),
) {
    for value in [*range.start(), *range.end()] {
        assert_eq!(error_of(|form| set(form, value)), None, "{value}: {message}");
    }
    for &value in beside {
        let error = refused(|form| set(form, value));
        assert!(error.starts_with(message), "{value}: {error}");
    }
}

#[test]
fn a_solver_is_as_it_was_saved() {
    let solver = changed();
    let read = Form::of(&solver).solver().unwrap();
    assert!(read.particles().eq(solver.particles()));
    assert_eq!(read.edges().len(), solver.edges().len());
    assert!(read.is_torn(3) && !read.is_torn(solver.edges().len() - 2));
    assert!(read.is_fixed(2));
}

#[test]
fn particles_stay_within_bounds_with_their_displacement() {
    let set = |form: &mut Form, x: f32| {
        form.particles[7].reference[1] = x;
        form.particles[7].displacement[1] = 0.5 * x;
    };
    bounded("particle 7: position", -6e14..=6e14, &[-9e14, 9e14, f32::NAN], set);
    let set = |form: &mut Form, x| form.particles[7].velocity[2] = x;
    bounded("particle 7: velocity", -1e15..=1e15, &[-2e15, f32::INFINITY, f32::NAN], set);
    // The sum is within bounds where its terms are not.
    for goal in [false, true] {
        let set = |form: &mut Form, x: f32| {
            let particle = &mut form.particles[7];
            if goal {
                particle.goal = Some([x, 0.0, 0.0]);
            } else {
                particle.reference[1] = x;
                particle.displacement[1] = -x;
            }
        };
        let field = if goal { "particle 7: goal" } else { "particle 7: reference" };
        bounded(field, -1e15..=1e15, &[-2e15, 2e15], set);
    }
    let set = |form: &mut Form, w| form.particles[7].inverse_mass = w;
    bounded("particle 7: inverse_mass", 1e-30..=1e30, &[-1.0, 1e-31, 1e31, f32::NAN], set);
    let set = |form: &mut Form, w| form.layout.changes.as_mut().unwrap().masses[7] = w;
    bounded("particle 7: inverse_mass", 1e-30..=1e30, &[-1.0, 1e-31, 1e31, f32::NAN], set);
}

#[test]
fn lists_have_a_value_for_each_element() {
    assert_eq!(
        refused(|form| form.rest_shape.truncate(16)),
        "rest_shape must have 17 entries, got 16"
    );
    let edges = changed().edges().len();
    for (field, error) in [
        ("gains", refused(|form| form.gains.push(form.gains[0]))),
        ("states", refused(|form| form.states.push(form.states[0]))),
    ] {
        assert_eq!(error, format!("{field} must have {edges} entries, got {}", edges + 1));
    }
    // Particle 16 is not one of the layout.
    let error = refused(|form| form.rest_shape[16][1] = f32::INFINITY);
    assert_eq!(error, "rest shape 16: position must be finite, got inf");
    let fewer = "changes must be of fewer elements";
    let of = |form: &mut Form, masses, edges| {
        let changes = form.layout.changes.as_mut().unwrap();
        changes.masses.resize(masses, 1.0);
        changes.edges = edges;
    };
    let built = Form::of(&changed()).layout.changes.unwrap();
    assert_eq!(refused(|form| of(form, 18, built.edges)), fewer);
    assert_eq!(refused(|form| of(form, built.masses.len(), edges + 1)), fewer);
    assert_eq!(
        refused(|form| of(form, 14, built.edges)),
        "changes: particles must be those of the edges of the layout"
    );
    assert_eq!(
        refused(|form| form.accounts.clear()),
        "accounts must be one for each connected component"
    );
}

#[test]
fn edges_are_checked_and_only_those_that_have_torn_may_be_there_twice() {
    let last = changed().edges().len() - 1;
    let error = refused(|form| {
        let Edge { a, b, .. } = form.edges[8];
        (form.edges[last].a, form.edges[last].b) = (a, b);
    });
    assert!(
        error.starts_with(&format!("edge {}: ", last - 1)) || error.contains("edge"),
        "{error}"
    );
    assert_eq!(
        refused(|form| form.edges[3].rest_length = -1.0),
        "edge 3: rest_length must be finite and >= 0, got -1"
    );
    bounded("edge 4: position gain", 0.0..=1.0, &[-0.1, 1.1, f32::NAN], |form, p| {
        form.gains[4].0 = p;
    });
    bounded("edge 4: velocity gain", 0.0..=1.0, &[-0.1, 1.1, f32::NAN], |form, q| {
        form.gains[4].1 = q;
    });
    bounded("edge 4: reduced mass", 0.0..=1e30, &[-0.1, f32::INFINITY], |form, m| {
        form.gains[4].2 = m;
    });
    bounded("edge 4: tension", 0.0..=1e30, &[-0.1, f32::INFINITY], |form, tension| {
        form.states[4].1 = tension;
    });
    let rest = changed().edges()[4].rest_length;
    bounded("edge 4: shortening", -rest..=rest, &[-1.01 * rest, 1.01 * rest], |form, x| {
        form.states[4].0 = x;
    });
    let kept = "kept must be a tension or within the rest length";
    bounded(kept, -rest..=1e9, &[-1.01 * rest, f32::INFINITY, f32::NAN], |form, kept| {
        form.kept = vec![(4, kept)];
    });
    let count = last + 1;
    let refused_at = |field: &str, change: &dyn Fn(&mut Form, u32)| {
        let error = refused(|form| change(form, count as u32));
        assert_eq!(error, format!("{field} must be < {count}, got {count}"));
        assert_eq!(error_of(|form| change(form, last as u32)), None);
    };
    refused_at("kept", &|form, edge| form.kept = vec![(edge, 0.1)]);
    assert_eq!(refused(|form| form.torn = vec![99]), format!("torn must be < {count}, got 99"));
    refused_at("reported", &|form, edge| form.reported = vec![edge]);
    refused_at("tear_forces", &|form, edge| form.tear_forces = vec![(edge, 1.0)]);
}

#[test]
fn times_are_not_negative() {
    for field in ["max_stretch", "gains_for", "accounts_for", "still"] {
        let set = |form: &mut Form, x| {
            let clock = &mut form.clock;
            *match field {
                "max_stretch" => &mut clock.max_stretch,
                "gains_for" => &mut clock.gains_for,
                "accounts_for" => &mut clock.accounts_for,
                _ => &mut clock.still,
            } = x;
        };
        let message = format!("clock 0: {field} must be finite and >= 0");
        bounded(&message, 0.0..=1.0, &[-0.1, f32::INFINITY, f32::NAN], set);
    }
    let substeps = changed().substeps();
    for (count, holds) in [(0, false), (1, true), (substeps, true), (substeps + 1, false)] {
        let error = error_of(|form| form.clock.substeps = count);
        assert_eq!(error, (!holds).then(|| "substeps must be those allowed".into()), "{count}");
    }
    for (age, holds) in
        [(0.0, true), (1e9, true), (-1e-9, false), (f64::INFINITY, false), (f64::NAN, false)]
    {
        let error = error_of(|form| form.colliders[0].age = age);
        let message = "age of a collider must be finite and >= 0";
        assert_eq!(error, (!holds).then(|| message.into()), "{age}");
    }
    let error = refused(|form| form.accounts[0].0[1] = f64::NAN);
    assert_eq!(error, "accounts must be finite");
}

#[test]
fn what_sleeps_is_still_and_at_rest() {
    let set = |form: &mut Form, times: usize, still: f32| {
        form.still = vec![0.0; times];
        if let Some(time) = form.still.get_mut(7) {
            *time = still;
        }
    };
    let message = "still must have a time for each particle";
    for (times, holds) in [(0, true), (17, true), (16, false), (18, false)] {
        let error = error_of(|form| set(form, times, 0.0));
        assert_eq!(error, (!holds).then(|| message.into()), "{times}");
    }
    bounded("particle 7: still", 0.0..=0.9 * STILL, &[-0.1, f32::NAN], |form, still| {
        set(form, 17, still);
    });
    let moves = |form: &mut Form| form.particles[7].velocity = [0.0, 0.1, 0.0];
    let asleep = |still: f32, change: &dyn Fn(&mut Form)| {
        error_of(|form| {
            set(form, 17, still);
            form.particles[7].velocity = [0.0; 3];
            form.particles[7].displacement = [0.0; 3];
            change(form);
        })
    };
    let rest = Some("particles that sleep must be at rest".to_string());
    assert_eq!(asleep(STILL, &|_| {}), None);
    assert_eq!(asleep(0.9 * STILL, &moves), None);
    assert_eq!(asleep(STILL, &moves), rest);
    assert_eq!(asleep(STILL, &|form| form.particles[7].displacement[0] = 0.1), rest);
    let pinned = |form: &mut Form| {
        set(form, 17, 0.0);
        form.still[2] = STILL;
        form.particles[2].displacement[0] = 0.1;
    };
    assert_eq!(error_of(pinned), None);
    let wakes = |form: &mut Form, still: &[f32]| {
        form.settings.sleep_speed = 0.0;
        form.still = still.to_vec();
    };
    assert_eq!(error_of(|form| wakes(form, &[])), None);
    assert_eq!(refused(|form| wakes(form, &[0.0; 17])), "still must be empty where nothing sleeps");
}

#[test]
fn the_layout_is_checked() {
    let text = "changes: particles must be those of the edges of the layout";
    let cut =
        |form: &mut Form, masses| form.layout.changes.as_mut().unwrap().masses.truncate(masses);
    assert_eq!(refused(|form| cut(form, 15)), text);
    let taken = |form: &mut Form, p| form.layout.changes.as_mut().unwrap().taken.push(p);
    assert_eq!(refused(|form| taken(form, 16)), "taken must be < 16, got 16");
    let text = "singles must have every edge that was added once";
    let edges = changed().edges().len() as u32;
    let at = |form: &Form, edge: u32| {
        let singles = &form.layout.changes.as_ref().unwrap().singles;
        let places = singles.as_flattened().iter().position(|&single| single == edge);
        places.unwrap()
    };
    let set = |form: &mut Form, at: usize, edge: u32| {
        form.layout.changes.as_mut().unwrap().singles.as_flattened_mut()[at] = edge;
    };
    for edge in [edges, edges - 1, u32::MAX] {
        assert_eq!(refused(|form| set(form, at(form, edges - 2), edge)), text, "{edge}");
    }
    assert_eq!(refused(|form| set(form, at(form, u32::MAX), edges - 1)), text);
}

/// Asserts that a solver that is saved and read moves bit for bit as before.
fn goes_on(solver: &mut Solver) {
    let mut read = Form::of(solver).solver().unwrap();
    for frame in 0..20 {
        assert!(read.particles().eq(solver.particles()), "frame {frame}");
        [&mut read, solver].into_iter().for_each(|solver| solver.step(FRAME));
    }
}

#[test]
fn what_was_added_and_what_acts_goes_on() {
    let mut solver = changed();
    solver.add_tether(Tether { anchor: 0, particle: 16, length: 0.3 }).unwrap();
    solver.add_tether(Tether { anchor: 0, particle: 9, length: 0.2 }).unwrap();
    goes_on(&mut solver);
    let mut net = Cloth::new(4, 4, 0.1, 1.0).build().unwrap();
    net.fix([0]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    solver.set_drags(&[Drag::new(6, [0.3, 0.5, 0.2], 4.0, 0.5).unwrap()]).unwrap();
    solver.step(FRAME);
    goes_on(&mut solver);
    let ball = Shape::Sphere { center: [0.1, -0.2, 0.1], radius: 0.3 };
    solver.set_colliders(&[Collider::new(ball)]).unwrap();
    solver.move_collider(0, Shape::Sphere { center: [0.1, 0.2, 0.1], radius: 0.3 }).unwrap();
    goes_on(&mut solver);
    let mut jelly = lattice_with_cells([3; 3], 0.1, 1.0).unwrap();
    jelly.fix([0]);
    let mut solver = Solver::new(&jelly, Settings::default()).unwrap();
    solver.remove_edge(3);
    let torn = |solver: &Solver| -> Vec<bool> {
        (0..solver.cell_count()).map(|cell| solver.is_cell_torn(cell)).collect()
    };
    let read = Form::of(&solver).solver().unwrap();
    assert!(torn(&read).contains(&true));
    assert_eq!(torn(&read), torn(&solver));
    goes_on(&mut solver);
}

/// The number of rounds of chains and trees depends on the particles that were pinned and released.
#[test]
fn chains_and_trees_go_on() {
    let points: Vec<[f32; 3]> =
        (0..40).map(|i| [0.1 * (i % 4) as f32, 0.2, 0.1 * i as f32]).collect();
    let parents: Vec<usize> = (0..40).map(|i: usize| i.saturating_sub(1) / 3).collect();
    let mut ropes = rope([0.0; 3], [1.0, 0.0, 0.2], 15, 1.0).unwrap();
    ropes.append(&rope([0.0, 1.0, 0.0], [1.0, 1.0, 0.2], 15, 1.0).unwrap());
    let mut shrub = tree(&points, &parents, 0.1).unwrap();
    let forks: Vec<usize> = (0..25).map(|i: usize| i.saturating_sub(1) / 2).collect();
    let mut twig = tree(&points[..25], &forks, 0.1).unwrap();
    let mut bush = shrub.clone();
    let mut forest = shrub.clone();
    for i in 1..20 {
        let first = forest.append(&shrub);
        forest.particles[first..].iter_mut().for_each(|p| p.position[1] += 0.3 * i as f32);
        forest.fix([first]);
    }
    for (net, fixed) in [
        (&mut ropes, &[0, 16][..]),
        (&mut twig, &[0]),
        (&mut bush, &[0]),
        (&mut shrub, &[0, 16]),
        (&mut forest, &[0]),
    ] {
        net.fix(fixed.iter().copied());
        for (pinned, released) in [
            (None, None),
            (Some(15), None),
            (Some(15), Some(15)),
            (Some(24), Some(0)),
            (None, Some(16)),
        ] {
            let mut solver = Solver::new(net, Settings::default()).unwrap();
            solver.step(FRAME);
            pinned.filter(|p| *p < solver.len()).into_iter().for_each(|p| solver.pin(p));
            released.into_iter().for_each(|p| solver.release(p, 0.1).unwrap());
            (0..3).for_each(|_| solver.step(FRAME));
            goes_on(&mut solver);
        }
    }
}

#[test]
fn what_sleeps_beside_what_moves_sleeps_on() {
    let mut net = Cloth::new(6, 5, 0.1, 1.0).build().unwrap();
    net.fix([0]);
    let first = net.append(&net.clone());
    net.particles[first..].iter_mut().for_each(|p| p.position[2] += 2.0);
    let settings = Settings { sleep_speed: 50.0, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let last = net.particles.len() - 1;
    let step = |solver: &mut Solver| {
        solver.set_velocity(last, [0.0, 0.0, 500.0]).unwrap();
        solver.step(FRAME);
    };
    (0..20).for_each(|_| step(&mut solver));
    let form = Form::of(&solver);
    assert_eq!((form.still.len(), form.kept.len()), (net.particles.len(), 0));
    (0..20).for_each(|_| step(&mut solver));
    let form = Form::of(&solver);
    assert!(!form.kept.is_empty());
    let (still, kept) = (form.still.clone(), form.kept.clone());
    let mut read = form.solver().unwrap();
    assert!(read.is_particle_asleep(7) && !read.is_particle_asleep(last));
    assert_eq!((read.components.still(&read.partition.slot), read.islands.kept()), (still, kept));
    for solver in [&mut read, &mut solver] {
        (0..5).for_each(|_| step(solver));
        solver.set_velocity(7, [0.0, 1.0, 0.0]).unwrap();
        (0..5).for_each(|_| step(solver));
    }
    assert!(read.particles().eq(solver.particles()));
    // A new solver has no times of rest.
    let form = Form::of(&Solver::new(&net, settings).unwrap());
    assert_eq!(form.still, []);
    assert_eq!(form.solver().unwrap().awake_island_count(), 2);
}

#[test]
fn goals_of_colliders_have_their_shape() {
    let goal = |goal: Shape| error_of(|form| form.colliders[0].goal = Some(goal));
    assert_eq!(goal(Shape::Sphere { center: [0.0; 3], radius: 1.0 }), None);
    assert_eq!(
        goal(Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] }).unwrap(),
        "goal of a collider must be of its shape"
    );
    assert_eq!(
        goal(Shape::Sphere { center: [0.0; 3], radius: -1.0 }).unwrap(),
        "collider 0: radius must be finite and > 0, got -1"
    );
}
