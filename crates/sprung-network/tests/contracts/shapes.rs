//! Networks in shapes: ropes, cloth, jelly; and skins on them.

use sprung_network::shapes::{
    Cloth, bridge, bridge_abutments, hair, lattice, lattice_with_cells, ring, rope, sphere, tree,
    volume_lattice, volume_lattice_with_cells, wheel,
};
use sprung_network::{Network, NetworkError, Skin, Stiffness};
use testkit::contracts::All;

use super::{Arguments, Table, numbers};

pub(super) fn add(table: &mut Table) {
    let built = |net: Result<Network, NetworkError>| net.ok().and_then(|net| numbers(&net));
    table.builds("shapes::bridge", move |a| built(bridge(3, a.number(0.2), a.number(2.0))));
    table.builds("shapes::bridge_abutments", |_| {
        [1, 3, 1000].map(|cells| bridge_abutments(cells).iter().sum::<usize>()).to_vec()
    });
    table.builds("shapes::ring", move |a| built(ring(a.number(0.5), 8, a.number(2.0))));
    table.builds("shapes::wheel", move |a| built(wheel(a.number(0.5), 8, a.number(2.0))));
    table.builds("shapes::rope", move |a| {
        built(rope(a.triple(0.0), a.triple(3.0), 5, a.number(2.0)))
    });
    table.builds("shapes::sphere", move |a| built(sphere(a.number(0.5), 3, a.number(2.0))));
    table.builds("shapes::tree", move |a| {
        let points = [a.triple(0.0), a.triple(1.0), a.triple(2.0)];
        built(tree(&points, &[0, 0, 1], a.number(2.0)))
    });
    table.builds("shapes::hair", move |a| {
        let roots = [(a.triple(0.0), a.triple(1.0))];
        built(hair(&roots, 4, a.number(0.3), a.number(0.01)))
    });
    table.builds("shapes::lattice", move |a| {
        built(lattice([2, 2, 2], a.number(0.2), a.number(2.0)))
    });
    table.builds("shapes::lattice_with_cells", move |a| {
        built(lattice_with_cells([2, 2, 2], a.number(0.2), a.number(2.0)))
    });
    type Fill =
        fn(&[[f32; 3]], &[[u32; 3]], spacing: f32, mass: f32) -> Result<Network, NetworkError>;
    for (name, fill) in [
        ("shapes::volume_lattice", volume_lattice as Fill),
        ("shapes::volume_lattice_with_cells", volume_lattice_with_cells),
    ] {
        table.builds(name, move |a| {
            let points = [a.triple(0.0), [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
            // A spacing far below the size asks for more particles than there is memory.
            let spacing = a.number(0.25);
            let spacing = if spacing > 0.0 { spacing.max(0.1) } else { spacing };
            built(fill(&points, &triangles, spacing, a.number(2.0)))
        });
    }
    cloths(table);
    skins(table);
}

fn cloths(table: &mut Table) {
    let stiffness =
        |a: &mut Arguments| Stiffness::from_frequency(a.number(8.0), a.number(0.5)).ok();
    let cloth = |a: &mut Arguments| Cloth::new(3, 4, a.number(0.1), a.number(1.0));
    let built = |cloth: Cloth| cloth.build().ok().and_then(|net| numbers(&net));
    table.builds("Cloth::new", move |a| built(cloth(a)));
    table.builds("Cloth::build", move |a| built(cloth(a)));
    table.builds("Cloth::build_pleated", move |a| {
        let net = cloth(a).build_pleated(a.number(0.9));
        net.ok().and_then(|net| numbers(&net))
    });
    table.builds("Cloth::with_structure", move |a| {
        let stiffness = stiffness(a)?;
        built(cloth(a).with_structure(stiffness))
    });
    table.builds("Cloth::with_shear", move |a| {
        let stiffness = stiffness(a)?;
        built(cloth(a).with_shear(stiffness))
    });
    table.builds("Cloth::with_bend", move |a| {
        let stiffness = stiffness(a)?;
        built(cloth(a).with_bend(stiffness))
    });
    table.builds("Cloth::at", move |a| cloth(a).at(1, 2));
    table.builds("Cloth::corners", move |a| cloth(a).corners()[1]);
    table.builds("Cloth::edge", move |a| cloth(a).edge().len());
    table.builds("Cloth::triangles", move |a| cloth(a).triangles().len());
}

fn skins(table: &mut Table) {
    let skin = |a: &mut Arguments| {
        let net = lattice([1, 1, 1], 1.0, 1.0).expect("a cube");
        Skin::bind(&net, &[a.triple(0.4), a.triple(0.7)]).ok().map(|skin| (net, skin))
    };
    table.answers("Skin::bind", move |a| skin(a).is_some());
    table.answers("Skin::positions", move |a| {
        let positions = skin(a).map(|(net, skin)| {
            skin.positions(|i| net.particles[i].position).flatten().collect::<Vec<f32>>()
        });
        positions.map(All)
    });
    table.answers("Skin::len", move |a| skin(a).map(|(_, skin)| skin.len()));
    table.answers("Skin::is_empty", move |a| skin(a).map(|(_, skin)| skin.is_empty()));
}
