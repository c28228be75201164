//! A curtain that is dragged at its hem until it tears from its corners, the mesh split along the tear; then what each
//! change of a running solver takes at 128 × 128 particles.
//!
//! `cargo run --release -p sprung-network --example torn_curtain`

use std::time::Instant;

use sprung_network::shapes::Cloth;
use sprung_network::{
    Drag, Edge, Forces, NetworkError, Particle, Settings, Solver, SplitMesh, Stiffness,
};

const FRAME: f32 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sheet = Cloth::new(32, 32, 0.05, 0.4);
    let mut net = sheet.build()?;
    net.fix(sheet.corners());
    let mut solver = Solver::new(&net, Settings::default())?;
    for edge in 0..solver.edges().len() {
        solver.set_tear_force(edge, 30.0)?;
    }
    (0..120).for_each(|_| solver.step(FRAME));
    let reaction = solver.forces(FRAME).reaction(sheet.corners()[0]);
    println!("a corner holds {:.2} N of {:.2} N", reaction[1], 0.4 * 9.81);
    let particle = sheet.at(16, 31);
    let start = solver.position(particle);
    let mut torn = Vec::new();
    for frame in 0..240 {
        let goal = [start[0], start[1] - 0.01 * frame as f32, start[2]];
        solver.set_drags(&[Drag::new(particle, goal, 8.0, 0.4)?])?;
        solver.step(FRAME);
        torn.extend(solver.take_torn_edges());
    }
    let ends = torn.iter().map(|&edge| [solver.edges()[edge].a, solver.edges()[edge].b]);
    let mesh = SplitMesh::new(solver.len(), &sheet.triangles(), ends)?;
    println!("{} edges tore; {} vertices of {}", torn.len(), mesh.particles.len(), solver.len());
    times()?;
    Ok(())
}

/// Prints the median time of each change and of the step after it.
fn times() -> Result<(), NetworkError> {
    let sheet = Cloth::new(128, 128, 0.02, 0.4);
    let mut net = sheet.build()?;
    net.fix(sheet.corners());
    let mut solver = Solver::new(&net, Settings::default())?;
    (0..30).for_each(|_| solver.step(FRAME));
    type Change = fn(&mut Solver, usize) -> Result<(), NetworkError>;
    let changes: [(&str, Change); 11] = [
        ("nothing", |_, _| Ok(())),
        ("set_velocity", |s, i| s.set_velocity(5000 + i, [0.0, 0.1, 0.0])),
        ("set_position", |s, i| s.set_position(5000 + i, s.position(5000 + i))),
        ("set_mass", |s, i| s.set_mass(5000 + i, 3e-5)),
        ("set_stiffness", |s, i| s.set_stiffness(9000 + i, Stiffness::RIGID)),
        ("pin", |s, i| {
            s.pin(7000 + i);
            Ok(())
        }),
        ("release", |s, i| s.release(7000 + i, 2.5e-5)),
        ("release a corner", |s, _| {
            s.pin(0);
            s.release(0, 2.5e-5)
        }),
        ("remove_edge", |s, i| {
            s.remove_edge(1000 + i);
            Ok(())
        }),
        ("add_edge", |s, i| s.add_edge(Edge::new(3000 + i, 3300 + i, 0.1)).map(drop)),
        ("add_particle", |s, _| s.add_particle(Particle::new([0.0; 3], 2.5e-5)).map(drop)),
    ];
    println!("{:>18} {:>12} {:>12}", "128 x 128", "change, us", "step, us");
    for (name, change) in changes {
        let (mut changing, mut stepping) = (Vec::new(), Vec::new());
        for i in 0..21 {
            let start = Instant::now();
            change(&mut solver, i)?;
            changing.push(start.elapsed());
            let start = Instant::now();
            solver.step(FRAME);
            stepping.push(start.elapsed());
        }
        changing.sort();
        stepping.sort();
        let [change, step] = [changing, stepping].map(|times| 1e6 * times[10].as_secs_f64());
        println!("{name:>18} {change:>12.1} {step:>12.0}");
    }
    let mut forces = Forces::default();
    let mut median = |name: &str, work: &mut dyn FnMut(&mut Solver)| {
        let mut times: Vec<_> = (0..11)
            .map(|_| {
                let start = Instant::now();
                work(&mut solver);
                start.elapsed()
            })
            .collect();
        times.sort();
        println!("{name:>18} {:>12.0}", 1e6 * times[5].as_secs_f64());
    };
    median("step", &mut |s| s.step(FRAME));
    median("step_with_forces", &mut |s| s.step_with_forces(FRAME, &mut forces));
    median("rebuild", &mut Solver::rebuild);
    median("step", &mut |s| s.step(FRAME));
    Ok(())
}
