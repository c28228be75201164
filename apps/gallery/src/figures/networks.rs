//! Figures of networks: rope, cloth and jelly, and their stretch over the cost.

use anyhow::Result;
use sprung_figure::Panel;
use sprung_network::reference::{CoefficientLimit, JacobiSolver};
use sprung_network::shapes::{Cloth, lattice, rope, sphere};
use sprung_network::{
    Collider, Network, Particle, Settings, Shape, Solver, Stiffness, Stretch, VolumeContent,
};

use super::capes;
use super::coupled;
use super::engine;
use super::frames::{
    Steps, air, film, fixed, front, jacobi, joined, oblique, picked, solved, springs,
    springs_along_axes, weave,
};
use super::jelly;
use super::network_race;
use super::rods;
use super::sheets;
use super::touching;
use crate::system::{Drawing, Entry, Points, Words};

pub(crate) const FIGURES: &[Entry] = &[
    ("A rope, a cloth, a jelly", shapes),
    ("A ball of water, a balloon", volumes),
    ("A jelly between two plates", jelly::pressed),
    ("Flags in the wind", sheets::flags),
    ("A crease, a leaf that falls", sheets::creases),
    ("Cloth along its threads and on the bias", sheets::fabrics),
    ("A cape on a body that turns", capes::capes),
    ("A ribbon and a rope in heaps", touching::heaps),
    ("Jelly and rope in a pile", touching::pile),
    ("A cloth that tears", touching::torn),
    ("Changed while it moves", touching::changed),
    ("A tail of spring bones", touching::tails),
    ("Curls, a head of hair, grass, a pole", rods::strands),
    ("A crate, a hammock, a weight", coupled::bodies),
    ("A bridge, a tow rope, a wrecking ball", engine::worlds),
    ("One cloth, three solvers", one_cloth),
    ("Stretch against time", network_race::stretch_against_time),
    ("A large cloth at equal time", network_race::cloth_at_equal_time),
    ("Stretch against work", stretch_against_work),
];

/// A square cloth of side 2 m on two corners, pleated so that its springs are at rest with a tenth of slack.
fn pleated(n: usize) -> Result<Network> {
    let cloth = Cloth::new(n, n, 2.0 / (n - 1) as f32, (n * n) as f32);
    let mut net = cloth.build_pleated(0.9)?;
    net.fix(cloth.corners());
    Ok(net)
}

fn production(net: &Network, substeps: usize) -> Result<Steps> {
    let settings = Settings { substeps, environment: air(), ..Settings::default() };
    Ok(solved(Solver::new(net, settings)?))
}

fn article(net: &Network, limit: CoefficientLimit, passes: u32) -> Result<Steps> {
    Ok(jacobi(JacobiSolver::new(net, air(), limit)?, passes))
}

/// The maximum stretch of any spring over these steps, in percent.
fn max_stretch(net: &Network, steps: impl Iterator<Item = Vec<Particle>>) -> f64 {
    let stretch = |at: Vec<Particle>| Stretch::of(&net.edges, |i| at[i].position).max;
    100.0 * steps.map(stretch).fold(0.0, f64::max)
}

fn shapes(words: &Words) -> Result<Drawing> {
    let mut hanging = rope([0.0; 3], [1.5, 0.0, 0.0], 40, 4.1)?;
    hanging.fix([0]);
    hanging.particles[40].inverse_mass = 0.1;
    let rope = film(production(&hanging, 16)?, 4, front);
    let cloth = film(production(&pleated(12)?, 16)?, 4, oblique);
    let mut cube = lattice([4, 4, 4], 0.3, 6.4)?;
    for spring in &mut cube.edges {
        spring.stiffness = Stiffness::from_frequency(3.0, 0.05)?;
    }
    cube.fix((0..64).filter(|i| i % 4 == 0 && i / 4 % 4 == 3));
    let jelly = film(production(&cube, 16)?, 4, oblique);
    let ball = picked(&rope, &[40]);
    let cells: Vec<usize> = (0..64).collect();
    Ok(words
        .moving(4.0)
        .panel(
            Panel::new("rope, end mass 100 : 1", (-1.7, 1.7), (-1.75, 0.9))
                .lines(0, joined(&rope, &[(0..=40).collect()]))
                .dots(1, ball)
                .dots(7, picked(&rope, &fixed(&hanging))),
        )
        .panel(
            Panel::new("cloth on two corners", (-0.9, 2.7), (-2.4, 0.4))
                .lines(0, joined(&cloth, &weave(12)))
                .dots(7, picked(&cloth, &[0, 11])),
        )
        .panel(
            Panel::new("jelly held by an edge", (-1.3, 2.0), (-1.36, 1.2))
                .lines(2, joined(&jelly, &springs_along_axes(&cube)))
                .dots(2, picked(&jelly, &cells))
                .dots(7, picked(&jelly, &fixed(&cube))),
        )
        .into())
}

/// A soft sphere that falls on a floor: empty, full of water, and as a balloon.
fn volumes(words: &Words) -> Result<Drawing> {
    const RINGS: usize = 9;
    let mut moving = words.moving(4.0);
    let soft = Stiffness::from_frequency(5.0, 0.2)?;
    let ground = Shape::Plane { point: [0.0, -1.2, 0.0], normal: [0.0, 1.0, 0.0] };
    for (label, color) in [("nothing inside", 7), ("water", 0), ("a gas", 1)] {
        let mut net = sphere(0.5, RINGS, 1.0)?;
        net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
        match label {
            "nothing inside" => net.volumes.clear(),
            "a gas" => net.volumes[0].content = VolumeContent::gas(0.5, 1100.0, 1000.0),
            _ => {}
        }
        let settings = Settings { substeps: 16, environment: air(), ..Settings::default() };
        let mut solver = Solver::new(&net, settings)?;
        solver.set_colliders(&[Collider::new(ground).with_friction(0.4)])?;
        let frames = film(solved(solver), 4, front);
        let floor = vec![vec![vec![(-1.0, -1.2), (1.0, -1.2)]]; frames.len()];
        moving = moving.panel(
            Panel::new(label, (-1.0, 1.0), (-1.4, 0.7))
                .lines(color, joined(&frames, &springs(&net)))
                .lines(7, floor),
        );
    }
    Ok(moving.into())
}

fn one_cloth(words: &Words) -> Result<Drawing> {
    const SIDE: usize = 20;
    let net = pleated(SIDE)?;
    let mut moving = words.moving(4.0);
    for (name, color, steps) in [
        ("article, 1/(n + 1)", 1, article(&net, CoefficientLimit::Article, 8)?),
        ("mass-splitting cap", 2, article(&net, CoefficientLimit::MassSplitting, 8)?),
        ("production", 0, production(&net, 4)?),
    ] {
        let steps: Vec<Vec<Particle>> = steps.take(4 * 60 + 1).collect();
        let stretch = max_stretch(&net, steps[3 * 60 + 1..].iter().cloned());
        let frames = film(steps.into_iter(), 4, front);
        let ruler = vec![vec![vec![(-0.15, 0.0), (-0.15, -2.0)]]; frames.len()];
        moving = moving.panel(
            Panel::new(format!("{name}: {stretch:.1} %"), (-0.4, 2.2), (-3.0, 0.3))
                .lines(color, joined(&frames, &weave(SIDE)))
                .lines(7, ruler)
                .dots(7, picked(&frames, &[0, SIDE - 1])),
        );
    }
    Ok(moving.into())
}

fn stretch_against_work(words: &Words) -> Result<Drawing> {
    let net = pleated(12)?;
    let curve = |steps: &dyn Fn(u32) -> Result<Steps>| -> Result<Points> {
        let last_second = |steps: Steps| max_stretch(&net, steps.skip(181).take(60));
        let point = |visits| Ok((f64::from(visits), last_second(steps(visits)?)));
        [2, 4, 8, 16, 32, 64, 128, 256].into_iter().map(point).collect()
    };
    let scheme = |limit| {
        let net = &net;
        move |visits| article(net, limit, visits)
    };
    let single = |visits: u32| {
        let (substeps, environment) = (visits as usize / 2, air());
        let settings =
            Settings { line_solver: false, substeps, environment, ..Settings::default() };
        Ok(solved(Solver::new(&net, settings)?))
    };
    let by_lines = |visits: u32| production(&net, visits as usize / 2);
    let curves = [
        curve(&scheme(CoefficientLimit::Article))?,
        curve(&scheme(CoefficientLimit::MassSplitting))?,
        curve(&single)?,
        curve(&by_lines)?,
    ];
    Ok(words.figure(curves)?.log_x().log_y().into())
}
