//! Fiedler's three grounds: a box dropped onto a trampoline bounces, into quicksand sinks, on concrete stops dead.

#[path = "../tests/world/mod.rs"]
mod world;

use sprung_body::ContactMaterial;
use world::World;

/// The bounce of a box of 20 kg that falls 1 m.
struct Fall {
    /// Height of the rebound, m.
    rebound: f64,
    /// Maximum depth, m.
    deepest: f64,
    /// Final depth, m.
    rests: f64,
}

fn fall(ground: ContactMaterial<f64>) -> Fall {
    let (mut world, dt) = (World::new(), 1.0 / 240.0);
    world.ground = Some(ground);
    world.add_box(20.0, [0.5; 3], [0.0, 1.5, 0.0]);
    let (mut rebound, mut deepest, mut touched) = (0.0f64, 0.0f64, false);
    for _ in 0..(20.0 / dt) as usize {
        world.step(dt, |_| {});
        let height = world.bodies[0].position[1] - 0.5;
        touched |= height < 0.0;
        rebound = if touched { rebound.max(height) } else { 0.0 };
        deepest = deepest.max(-height);
        assert!(world.bodies[0].rotation.rotate([0.0, 1.0, 0.0])[1] > 0.999, "it lands flat");
    }
    Fall { rebound, deepest, rests: 0.5 - world.bodies[0].position[1] }
}

fn main() {
    let grounds = [
        ("trampoline", ContactMaterial::trampoline()),
        ("quicksand", ContactMaterial::quicksand()),
        ("concrete", ContactMaterial::concrete()),
    ];
    let [trampoline, quicksand, concrete] = grounds.map(|(name, ground)| {
        let fall = fall(ground);
        let Fall { rebound, deepest, rests } = fall;
        println!(
            "{name:10} back up {rebound:.3} m, at deepest {deepest:.3} m, rests at {rests:.4} m"
        );
        // The effective mass at a corner of a cube is a quarter of its mass: on four, it rests as one spring would let it.
        let sag = 9.81 / ground.spring.stiffness();
        assert!((rests - sag).abs() < 1e-3 * sag, "{name}: {rests}, not {sag}");
        fall
    });
    assert!(trampoline.rebound > 0.5 && trampoline.deepest > 0.1);
    assert!(quicksand.rebound < 0.01 && quicksand.rests > 0.02);
    assert!(concrete.rebound < 0.01 && concrete.deepest < 0.02 && concrete.rests < 1e-3);
    assert!(quicksand.rests > 10.0 * concrete.rests);
}

#[test]
fn a_trampoline_bounces_quicksand_swallows_and_concrete_stops() {
    main();
}
