// The C++ header: the same numbers as sprung.h, errors as exceptions, every handle freed once.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "sprung.hpp"

static void expect(bool holds, const char *claim, int line) {
    if (!holds) {
        std::fprintf(stderr, "line %d: %s\n", line, claim);
        std::exit(1);
    }
}
#define EXPECT(claim) expect(claim, #claim, __LINE__)

template <typename Real> static void springs() {
    using Spring = sprung::Spring<Real>;
    const auto spring = Spring::from_halflife(Real(0.25), Real(0.5));
    typename Spring::State stepped{1, 0}, updated{1, 0};
    const auto step = spring.step(Real(1) / 60);
    for (int i = 0; i < 60; i++) {
        stepped = sprung::apply(step, stepped, Real(5));
        updated = spring.update(updated, Real(5), Real(1) / 60);
    }
    EXPECT(std::memcmp(&stepped, &updated, sizeof stepped) == 0);
    EXPECT(std::abs(spring.halflife() - Real(0.25)) < Real(1e-6));
    EXPECT(spring.overshoot() > 0 && spring.settling_time() > 0);
    const auto parsed = Spring::parse(spring.text());
    EXPECT(std::memcmp(&parsed.raw(), &spring.raw(), sizeof parsed.raw()) == 0);
    try {
        Spring(5, -1);
        EXPECT(false);
    } catch (const sprung::Error &error) {
        EXPECT(error.status == SPRUNG_STATUS_INVALID_PARAMETER);
        EXPECT(std::strcmp(error.what(), "damping_ratio must be >= 0, got -1") == 0);
    }
}

int main() {
    sprung::check(sprung_check_abi(SPRUNG_ABI_VERSION));
    springs<double>();
    springs<float>();

    auto rope = sprung::Network::rope({0, 0, 0}, {2, 0, 0}, 20, 1);
    rope.fix({0});
    sprung::Solver solver(rope);
    sprung::Solver moved = std::move(solver);
    EXPECT(solver.get().id == 0 && moved.get().id != 0);
    for (int i = 0; i < 120; i++) {
        moved.set_target(0, {0, 0.01f * float(i), 0});
        moved.step(1.0f / 60);
    }
    EXPECT(moved.size() == rope.size() && moved.positions()[20].y < 0);
    EXPECT(moved.quarantined().empty());
    // The heaviest particles at one place, with edges of 1e15 m.
    const SprungParticle heavy{{5, 0, 0}, {0, 0, 0}, 1e-30f};
    const SprungParticle three[3] = {heavy, heavy, heavy};
    const SprungEdge edges[3] = {sprung_edge_new(21, 22, 1e15f), sprung_edge_new(22, 23, 1e15f), sprung_edge_new(21, 23, 1e15f)};
    sprung::check(sprung_network_add_particles(rope.get(), three, 3));
    sprung::check(sprung_network_add_edges(rope.get(), edges, 3));
    sprung::Solver broken(rope);
    broken.step(1.0f / 60);
    EXPECT((broken.quarantined() == std::vector<std::size_t>{21, 22, 23}));
    EXPECT(broken.positions()[21].x == 5 && broken.positions()[20].y < 0);
    std::vector<sprung::Network> all;
    for (int i = 0; i < 10; i++) all.push_back(sprung::Network::cloth(5, 5, 0.1f, 1));
    EXPECT(all[9].size() == 25);
    all[0] = sprung::Network::rope({0, 0, 0}, {1, 0, 0}, 3, 1);
    EXPECT(all[0].size() == 4);
    try {
        sprung::Network::rope({0, 0, 0}, {1, 0, 0}, 3, -1);
        EXPECT(false);
    } catch (const sprung::Error &error) {
        EXPECT(error.status == SPRUNG_STATUS_INVALID_PARAMETER);
    }
    std::puts("C++ header: every claim holds");
    return 0;
}
