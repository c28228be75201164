//! Figures of networks: rope, cloth and jelly, and their stretch over the cost.

use anyhow::Result;
use sprung_figure::{Curve, Figure, Moving, Panel};
use sprung_network::reference::{CoefficientLimit, JacobiSolver};
use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{Environment, Network, Settings, Solver, Stiffness, Stretch};

use super::frames::{
    DT, Mover, Passes, film, fixed, front, joined, oblique, picked, springs, weave,
};
use super::network_race;
use crate::system::{Drawing, System, system};

pub(crate) fn systems() -> Vec<System> {
    vec![
        system(
            "A rope, a cloth, a jelly",
            "per sub-step: predict · every spring's length · velocities · every spring's rate",
            "A rope whose last particle is a hundred times heavier, a cloth on two corners, and a jelly of 3 Hz springs that hangs by an edge.",
            shapes,
        ),
        system(
            "One cloth, three solvers",
            "8 visits of every spring per frame of 1/60 s",
            "The article's scheme limited to 1/(n + 1), the same with the mass-splitting limit, and the production solver with as many visits. The dark line is as long as the cloth's side; the numbers are the maximum stretch of any spring in the last second.",
            one_cloth,
        ),
        system(
            "Stretch against time",
            "ms per step of 1/60 s, one thread",
            network_race::CAPTION,
            network_race::stretch_against_time,
        ),
        system(
            "Stretch against work",
            "a visit: one spring moves its two particles once",
            "Maximum stretch of a 12 × 12 cloth in the last second of four, over the visits per frame: the production solver solves whole lines of the weave at once. The cost of a visit differs too: it visits sixteen springs at a time.",
            stretch_against_work,
        ),
    ]
}

/// A square cloth of side 2 m on two corners, pleated so that its springs are at rest with a tenth of slack.
fn pleated(n: usize) -> Result<Network> {
    let cloth = Cloth::new(n, n, 2.0 / (n - 1) as f32, (n * n) as f32);
    let mut net = cloth.build_pleated(0.9)?;
    net.fix(cloth.corners());
    Ok(net)
}

/// Air drag that damps a network within seconds.
fn air() -> Environment {
    Environment { drag: 0.5, ..Environment::default() }
}

fn production(net: &Network, substeps: usize) -> Result<Solver> {
    Ok(Solver::new(net, Settings { substeps, environment: air(), ..Settings::default() })?)
}

fn shapes() -> Result<Drawing> {
    let mut hung = rope([0.0; 3], [1.5, 0.0, 0.0], 40, 4.1)?;
    hung.fix([0]);
    hung.particles[40].inverse_mass = 0.1;
    let rope = film(production(&hung, 16)?, 4, front);
    let cloth = film(production(&pleated(12)?, 16)?, 4, oblique);
    let mut cube = lattice([4, 4, 4], 0.3, 6.4)?;
    for spring in &mut cube.edges {
        spring.stiffness = Stiffness::from_frequency(3.0, 0.05)?;
    }
    cube.fix((0..64).filter(|i| i % 4 == 0 && i / 4 % 4 == 3));
    let jelly = film(production(&cube, 16)?, 4, oblique);
    let ball = picked(&rope, &[40]);
    let cells: Vec<usize> = (0..64).collect();
    Ok(Moving::new("The production solver, 16 sub-steps", 4.0)
        .panel(
            Panel::new("rope, end mass 100 : 1", (-1.7, 1.7), (-1.75, 0.9))
                .lines(0, joined(&rope, &[(0..=40).collect()]))
                .dots(1, ball)
                .dots(7, picked(&rope, &fixed(&hung))),
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

/// The springs of a lattice without its diagonals, which would hide it.
fn springs_along_axes(net: &Network) -> Vec<Vec<usize>> {
    let shortest = net.edges.iter().map(|s| s.rest_length).fold(f32::INFINITY, f32::min);
    let mut lines = springs(net);
    let mut rest = net.edges.iter().map(|s| s.rest_length);
    lines.retain(|_| rest.next().is_some_and(|length| length < 1.1 * shortest));
    lines
}

fn one_cloth() -> Result<Drawing> {
    const SIDE: usize = 20;
    let net = pleated(SIDE)?;
    let scheme = |cap| anyhow::Ok(Passes(JacobiSolver::new(&net, air(), cap)?, 8));
    let mut moving = Moving::new("The same cloth, 8 visits of every spring per frame", 4.0);
    let contenders: [(&str, usize, Box<dyn Mover>); 3] = [
        ("article, 1/(n + 1)", 1, Box::new(scheme(CoefficientLimit::Article)?)),
        ("mass-splitting cap", 2, Box::new(scheme(CoefficientLimit::MassSplitting)?)),
        ("production", 0, Box::new(production(&net, 4)?)),
    ];
    for (name, color, mut mover) in contenders {
        let mut seen = film(mover.as_mut(), 3, front);
        let mut longest = 0.0f64;
        seen.extend(
            film(Watched(mover.as_mut(), &net, &mut longest), 1, front).into_iter().skip(1),
        );
        let label = format!("{name}: {:.1} %", 100.0 * longest);
        let ruler = vec![vec![vec![(-0.15, 0.0), (-0.15, -2.0)]]; seen.len()];
        moving = moving.panel(
            Panel::new(label, (-0.4, 2.2), (-3.0, 0.3))
                .lines(color, joined(&seen, &weave(SIDE)))
                .lines(7, ruler)
                .dots(7, picked(&seen, &[0, SIDE - 1])),
        );
    }
    Ok(moving.into())
}

/// Keeps the maximum stretch of all springs of a network over all steps.
struct Watched<'a>(&'a mut dyn Mover, &'a Network, &'a mut f64);

impl Mover for Watched<'_> {
    fn step(&mut self, dt: f32) {
        self.0.step(dt);
        let at = self.0.particles();
        *self.2 = self.2.max(Stretch::of(&self.1.edges, |i| at[i].position).max);
    }

    fn particles(&self) -> Vec<Particle> {
        self.0.particles()
    }
}

fn stretch_against_work() -> Result<Drawing> {
    let net = pleated(12)?;
    let worst = |mut mover: Box<dyn Mover>| {
        let mut worst = 0.0f64;
        for frame in 0..240 {
            mover.step(DT);
            if frame >= 180 {
                let at = mover.particles();
                worst = worst.max(Stretch::of(&net.edges, |i| at[i].position).max);
            }
        }
        100.0 * worst
    };
    let curve = |name: &str, budgets: &[u32], make: &dyn Fn(u32) -> Result<Box<dyn Mover>>| {
        let points: Result<Vec<(f64, f64)>> =
            budgets.iter().map(|&visits| Ok((f64::from(visits), worst(make(visits)?)))).collect();
        anyhow::Ok(Curve::new(name, points?))
    };
    let scheme = |cap| {
        let net = &net;
        move |passes: u32| -> Result<Box<dyn Mover>> {
            Ok(Box::new(Passes(JacobiSolver::new(net, air(), cap)?, passes)))
        }
    };
    let settings = |substeps: u32| Settings {
        substeps: substeps as usize,
        environment: air(),
        ..Settings::default()
    };
    let solver =
        |settings| -> Result<Box<dyn Mover>> { Ok(Box::new(Solver::new(&net, settings)?)) };
    let single = |visits: u32| solver(Settings { line_solver: false, ..settings(visits / 2) });
    let production = |visits: u32| solver(settings(visits / 2));
    let budgets = [2, 4, 8, 16, 32, 64, 128, 256];
    Ok(Figure::new("Cloth 12 × 12 on two corners")
        .axes("visits of every spring per frame", "maximum stretch, %")
        .log_x()
        .log_y()
        .curve(curve("article, 1/(n + 1)", &budgets, &scheme(CoefficientLimit::Article))?.color(1))
        .curve(
            curve("mass splitting", &budgets, &scheme(CoefficientLimit::MassSplitting))?.color(2),
        )
        .curve(curve("spring by spring", &budgets, &single)?.color(4))
        .curve(curve("production", &budgets, &production)?.color(0))
        .into())
}
