use sprung_network::{Network, Particle, Settings, Solver};
fn main() {
    let mut net = Network::default();
    for corner in [[-20.0, 0.0, -20.0], [20.0, 0.0, -20.0], [0.0, 0.0, 30.0]] {
        net.add_particle(Particle::fixed(corner));
    }
    let ball = Particle::new([0.0, 0.01, 0.0], 0.3).with_velocity([2.0, 0.0, 0.0]);
    let ball = net.add_particle(ball);
    net.surface.triangles.push([0, 1, 2]);
    net.set_thickness(0.01).unwrap();
    net.surface.friction = 0.0;
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    for i in 0..60 {
        solver.step(1.0 / 60.0);
        println!("{i} {:?} {:?}", solver.velocity(ball), solver.position(ball));
    }
}
