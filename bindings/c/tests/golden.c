/* The same scenarios as examples/golden.rs, through the C interface: golden FILE prints the same lines. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sprung.h"

typedef struct {
    uint64_t hash;
} Bits;

static const Bits BITS = {0xcbf29ce484222325u};

static void add(Bits *bits, double value) {
    uint64_t word = 0x7ff8000000000000u;
    if (value == value) {
        memcpy(&word, &value, sizeof word);
    }
    for (int i = 0; i < 8; i++) {
        bits->hash = (bits->hash ^ ((word >> (8 * i)) & 0xff)) * 0x100000001b3u;
    }
}

static void print(const char *name, Bits bits) {
    printf("%s %016" PRIx64 "\n", name, bits.hash);
}

static void check(SprungStatus status, int line) {
    if (status != SPRUNG_STATUS_OK) {
        fprintf(stderr, "line %d: %s: %s\n", line, sprung_status_name((int32_t)status), sprung_last_error());
        exit(1);
    }
}
#define CHECK(call) check(call, __LINE__)

#define REAL double
#define NAME(x) x##_f64
#define TYPE(x) x##F64
#define SUFFIX "_f64"
#include "golden.h"
#undef REAL
#undef NAME
#undef TYPE
#undef SUFFIX
#define REAL float
#define NAME(x) x##_f32
#define TYPE(x) x##F32
#define SUFFIX "_f32"
#include "golden.h"

static void networks(void) {
    Bits bits = BITS;
    const SprungVector3F32 from = {0, 0, 0}, to = {3, 0, 0};
    SprungNetwork rope, cloth;
    CHECK(sprung_network_rope(from, to, 30, 0.5f, &rope));
    const size_t first[1] = {0}, corners[2] = {0, 11};
    CHECK(sprung_network_fix(rope, first, 1));
    CHECK(sprung_network_add_long_range_attachments(rope));
    SprungSpringF32 spring;
    CHECK(sprung_spring_new_f32(40, 0.5f, &spring));
    const SprungEdgeStiffness shear = sprung_edge_stiffness_of_spring(spring);
    CHECK(sprung_network_cloth(12, 10, 0.125f, 0.25f, NULL, &shear, NULL, &cloth));
    CHECK(sprung_network_fix(cloth, corners, 2));
    CHECK(sprung_network_append(rope, cloth));
    SprungSolver solver;
    CHECK(sprung_solver_new(rope, NULL, &solver));
    const SprungVector3F32 center = {0.75f, -0.75f, 0.5f}, floor = {0, -2, 0}, up = {0, 1, 0};
    SprungCollider colliders[2];
    colliders[0] = sprung_collider_sphere(center, 0.25f);
    colliders[0].friction = 0.5f;
    colliders[1] = sprung_collider_plane(floor, up);
    CHECK(sprung_solver_set_colliders(solver, colliders, 2));
    for (int frame = 0; frame < 90; frame++) {
        const SprungVector3F32 target = {0, 0.015625f * (float)frame, 0}, kick = {0, 0, 0.125f};
        CHECK(sprung_solver_set_kinematic_target(solver, 0, target));
        if (frame == 30) {
            CHECK(sprung_solver_apply_impulse(solver, 20, kick));
        }
        CHECK(sprung_solver_step(solver, 0.015625f));
        const SprungVector3F32 *positions = sprung_solver_positions(solver);
        const SprungVector3F32 *velocities = sprung_solver_velocities(solver);
        for (size_t i = 0; i < sprung_solver_particle_count(solver); i++) {
            add(&bits, positions[i].x);
            add(&bits, positions[i].y);
            add(&bits, positions[i].z);
            add(&bits, velocities[i].x);
            add(&bits, velocities[i].y);
            add(&bits, velocities[i].z);
        }
    }
    add(&bits, sprung_solver_stretch(solver).max);
    SprungSolver accurate;
    CHECK(sprung_network_scale_masses(rope, 0.0625f));
    CHECK(sprung_solver_within_stretch(rope, 0.03125f, NULL, &accurate));
    for (int frame = 0; frame < 30; frame++) {
        CHECK(sprung_solver_step(accurate, 0.015625f));
        add(&bits, (double)sprung_solver_substeps(accurate));
    }
    add(&bits, sprung_solver_stretch(accurate).mean);
    print("networks", bits);
    CHECK(sprung_solver_free(accurate));
    CHECK(sprung_solver_free(solver));
    CHECK(sprung_network_free(rope));
    CHECK(sprung_network_free(cloth));
}

static void texts(void) {
    static const char *const TEXTS[] = {
        "halflife=0.2",
        "frequency=2,damping_ratio=0.5",
        "stiffness=170,damping=26,mass=1",
        "duration=0.5,bounce=0.3",
        "settling_time=0.4,overshoot=0.05",
        "unity:smooth_time=0.3",
        "react-spring:tension=170,friction=26",
        "swiftui:bouncy",
    };
    Bits bits = BITS;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        SprungSpringF64 spring;
        char text[128];
        size_t length;
        CHECK(sprung_spring_parse_f64(TEXTS[i], &spring));
        CHECK(sprung_spring_to_text_f64(spring, text, sizeof text, &length));
        add(&bits, spring.angular_frequency);
        add(&bits, spring.damping_ratio);
        add(&bits, (double)length);
    }
    print("texts", bits);
}

int main(int argc, char **argv) {
    size_t counts[2];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || fscanf(file, "%zu %zu", &counts[0], &counts[1]) != 2) {
        fprintf(stderr, "usage: golden FILE\n");
        return 2;
    }
    CHECK(sprung_check_abi(SPRUNG_ABI_VERSION));
    for (int precision = 0; precision < 2; precision++) {
        double *inputs = malloc(3 * counts[precision] * sizeof(double));
        for (size_t i = 0; i < 3 * counts[precision]; i++) {
            uint64_t word;
            if (!inputs || fscanf(file, "%" SCNx64, &word) != 1) {
                return 2;
            }
            memcpy(&inputs[i], &word, sizeof word);
        }
        (precision == 0 ? scenarios_f64 : scenarios_f32)(inputs, counts[precision]);
        free(inputs);
    }
    fclose(file);
    networks();
    texts();
    return 0;
}
