/* Bad arguments of every kind: a status and a message, nothing written, nothing lost. */

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sprung.h"

static int failures;
static int checks;

static void expect(int holds, const char *claim, int line) {
    checks++;
    if (!holds) {
        failures++;
        fprintf(stderr, "line %d: %s (last error: %s)\n", line, claim, sprung_last_error());
    }
}
#define EXPECT(claim) expect((claim) != 0, #claim, __LINE__)

/* A call that fails with this status, and a message that has this text. */
static void refused(SprungStatus got, SprungStatus status, const char *text, int line) {
    checks++;
    if (got != status || !strstr(sprung_last_error(), text)) {
        failures++;
        fprintf(stderr, "line %d: %s: `%s`, not `%s`\n", line, sprung_status_name((int32_t)got), sprung_last_error(), text);
    }
}
#define REFUSED(call, status, text) refused(call, SPRUNG_STATUS_##status, text, __LINE__)
#define OK(call) EXPECT((call) == SPRUNG_STATUS_OK)

static void parameters(void) {
    SprungSpringF64 spring = {1, 2, 3};
    REFUSED(sprung_spring_new_f64(1, -0.5, &spring), INVALID_PARAMETER, "damping_ratio must be >= 0, got -0.5");
    REFUSED(sprung_spring_new_f64(NAN, 0.5, &spring), INVALID_PARAMETER, "angular_frequency must be >= 0, got NaN");
    REFUSED(sprung_spring_from_halflife_f64(-1, 1, &spring), INVALID_PARAMETER, "halflife");
    REFUSED(sprung_spring_from_mass_stiffness_and_damping_f64(0, 1, 1, &spring), INVALID_PARAMETER, "mass");
    REFUSED(sprung_spring_from_settling_time_and_overshoot_f64(1, 2, 0.02, &spring), INVALID_PARAMETER, "overshoot");
    REFUSED(sprung_spring_fit_step_response_f64(2, 0.5, 1, 0.6, &spring), INVALID_PARAMETER, "must");
    EXPECT(spring.angular_frequency == 1 && spring.damping_ratio == 2 && spring.decay_rate == 3);
    REFUSED(sprung_spring_new_f64(1, 1, NULL), INVALID_POINTER, "spring must not be NULL");
    char *bytes = malloc(64);
    REFUSED(sprung_spring_new_f64(1, 1, (SprungSpringF64 *)(void *)(bytes + 1)), INVALID_POINTER, "aligned to 8 bytes");
    free(bytes);

    const SprungSpringF64 negative = {5, -1, -5}, nan = {NAN, 1, NAN};
    EXPECT(isnan(sprung_spring_halflife_f64(negative)));
    EXPECT(strstr(sprung_last_error(), "damping_ratio must be >= 0, got -1"));
    EXPECT(isnan(sprung_spring_settling_time_f64(nan, 0.02)));
    const SprungStateF64 start = {1, 0};
    SprungStateF64 state = sprung_spring_step_apply_f64(sprung_spring_step_f64(negative, 0.1), start, 0);
    EXPECT(isnan(state.position) && isnan(state.velocity));
    state = start;
    REFUSED(sprung_spring_update_f64(nan, &state, 0, 0.1), INVALID_PARAMETER, "angular_frequency");
    REFUSED(sprung_spring_update_f64(sprung_spring_default_f64(), NULL, 0, 0.1), INVALID_POINTER, "state");
    EXPECT(state.position == 1 && state.velocity == 0);

    /* Drag and infinities survive the way through the struct. */
    OK(sprung_spring_from_stiffness_and_damping_f64(0, 3, &spring));
    EXPECT(sprung_spring_regime_f64(spring) == 4 && sprung_spring_damping_f64(spring) == 3);
    OK(sprung_spring_new_f64(INFINITY, 1, &spring));
    EXPECT(sprung_spring_step_apply_f64(sprung_spring_step_f64(spring, 0.1), start, 7).position == 7);
    /* No time, no time at all, no number: nothing moves. */
    const double none[3] = {0, -1, NAN};
    for (int i = 0; i < 3; i++) {
        state = sprung_spring_step_apply_f64(sprung_spring_step_f64(sprung_spring_default_f64(), none[i]), start, 7);
        EXPECT(state.position == 1 && state.velocity == 0);
    }
    SprungDamperF32 damper = {1};
    REFUSED(sprung_damper_from_halflife_f32(-1, &damper), INVALID_PARAMETER, "halflife");
    EXPECT(damper.rate == 1);
}

static void values_not_made_here(void) {
    SprungSpringStepF64 step;
    SprungMovingGoalStepF32 moving;
    SprungDamperStepF64 damper;
    SprungTimedStepF64 timed_step;
    SprungPointSpringF64 point;
    memset(&step, 0, sizeof step);
    memset(&moving, 0xff, sizeof moving);
    memset(&damper, 0x55, sizeof damper);
    memset(&timed_step, 0, sizeof timed_step);
    const SprungStateF64 start = {1, 0};
    const SprungStateF32 single = {1, 0};
    EXPECT(isnan(sprung_spring_step_apply_f64(step, start, 0).position));
    EXPECT(strstr(sprung_last_error(), "SprungSpringStepF64 must be made by its function"));
    EXPECT(isnan(sprung_moving_goal_step_apply_f32(moving, single, 0, 1).position));
    EXPECT(isnan(sprung_damper_step_apply_f64(damper, 1, 0)));
    SprungTimedSpringF64 timed = {{1, 0}, 1};
    REFUSED(sprung_timed_spring_update_f64(&timed, 1, 1, timed_step), INVALID_VALUE, "SprungTimedStepF64");
    double x[2] = {1, 1}, v[2] = {0, 0};
    REFUSED(sprung_batch_spring_f64(step, x, v, 2, sprung_shared_f64(0)), INVALID_VALUE, "SprungSpringStepF64");
    EXPECT(x[0] == 1 && v[1] == 0);
    SprungBodyF64 body = sprung_body_fixed_f64();
    const int patterns[3] = {0, 0x55, 0xff};
    for (int i = 0; i < 3; i++) {
        SprungDistanceSpringF32 rope;
        SprungBodyF32 single_body = sprung_body_fixed_f32();
        memset(&point, patterns[i], sizeof point);
        memset(&rope, patterns[i], sizeof rope);
        REFUSED(sprung_point_spring_solve_f64(&point, &body, NULL), INVALID_VALUE, "SprungPointSpringMemoryF64");
        REFUSED(sprung_distance_spring_prepare_f32(&rope, &single_body, NULL, 0, 0.1f), INVALID_VALUE, "SprungDistanceSpringMemoryF32");
    }
    /* A step of one type is none of another, even where the bytes would fit. */
    SprungSpringStepF64 good = sprung_spring_step_f64(sprung_spring_default_f64(), 0.1);
    SprungMovingGoalStepF64 other;
    memset(&other, 0, sizeof other);
    memcpy(&other, &good, sizeof good);
    EXPECT(isnan(sprung_moving_goal_step_apply_f64(other, start, 0, 1).position));
}

static void texts(void) {
    SprungSpringF64 spring;
    char text[128];
    size_t length = 0;
    double residual = -1;
    REFUSED(sprung_spring_parse_f64("halflfe=0.2", &spring), INVALID_TEXT, "halflife");
    REFUSED(sprung_spring_parse_f64("", &spring), INVALID_TEXT, "");
    REFUSED(sprung_spring_parse_f64("halflife=-1", &spring), INVALID_PARAMETER, "halflife");
    REFUSED(sprung_spring_parse_f64("\xff\xfe", &spring), INVALID_TEXT, "UTF-8");
    REFUSED(sprung_spring_parse_f64(NULL, &spring), INVALID_POINTER, "spec");
    OK(sprung_spring_parse_f64("frequency=2,damping_ratio=0.5", &spring));
    REFUSED(sprung_spring_to_text_f64(spring, text, 3, &length), BUFFER_TOO_SMALL, "size must be at least");
    EXPECT(length > 3 && length < sizeof text);
    REFUSED(sprung_spring_to_text_f64(spring, NULL, 0, &length), BUFFER_TOO_SMALL, "size");
    REFUSED(sprung_spring_to_text_f64(spring, NULL, 64, NULL), INVALID_POINTER, "buffer");
    OK(sprung_spring_to_text_f64(spring, text, length + 1, NULL));
    EXPECT(strlen(text) == length);
    SprungSpringF64 back;
    OK(sprung_spring_parse_f64(text, &back));
    EXPECT(memcmp(&back, &spring, sizeof back) == 0);
    OK(sprung_convert("duration=0.5,bounce=0.3", "react-spring", text, sizeof text, &length, &residual));
    EXPECT(strncmp(text, "react-spring:", 13) == 0 && residual >= 0 && residual < 1e-6);
    REFUSED(sprung_convert("halflife=1", "nothing", text, sizeof text, NULL, NULL), INVALID_TEXT, "unity");
    size_t count = sprung_convention_count();
    EXPECT(count > 10);
    for (size_t i = 0; i < count; i++) {
        OK(sprung_convention_name(i, text, sizeof text, NULL));
    }
    REFUSED(sprung_convention_name(count, text, sizeof text, NULL), INVALID_LENGTH, "index");
    char css[4096];
    OK(sprung_css_linear(spring, 0.01, css, sizeof css, NULL));
    EXPECT(strncmp(css, "linear(0, ", 10) == 0 && sprung_css_duration(spring, 0.01) > 0);
    REFUSED(sprung_css_linear(spring, 5, css, sizeof css, NULL), INVALID_PARAMETER, "max_error");
}

static void arrays(void) {
    enum { COUNT = 37 };
    float x[COUNT], v[COUNT], w[COUNT], goals[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i, v[i] = 0, w[i] = (float)(i + 1), goals[i] = 1;
    }
    const SprungParamF32 each = sprung_each_f32(w, COUNT), half = sprung_shared_f32(0.5f), dt = sprung_shared_f32(0.1f);
    REFUSED(sprung_batch_springs_f32(sprung_each_f32(w, COUNT - 1), half, dt, x, v, COUNT, half), INVALID_LENGTH,
            "angular_frequency must have 37 / 1 values, got 36");
    REFUSED(sprung_batch_springs_f32(each, half, dt, NULL, v, COUNT, half), INVALID_POINTER, "position must not be NULL");
    REFUSED(sprung_batch_springs_f32(each, half, dt, x, x, COUNT, half), INVALID_POINTER, "velocity must not overlap with position");
    REFUSED(sprung_batch_springs_f32(each, half, dt, x, v, COUNT, sprung_each_f32(x, COUNT)), INVALID_POINTER, "goal");
    REFUSED(sprung_batch_springs_f32(each, half, dt, x, x + COUNT - 1, 1 + (size_t)-1 / 2, half), INVALID_LENGTH, "memory");
    REFUSED(sprung_batch_springs_f32(each, sprung_each_f32(NULL, COUNT), dt, x, v, COUNT, half), INVALID_POINTER, "damping_ratio");
    EXPECT(x[5] == 5 && v[5] == 0);
    /* Nothing to do is done. */
    OK(sprung_batch_springs_f32(half, half, dt, NULL, NULL, 0, half));
    OK(sprung_batch_springs_f32(sprung_each_f32(NULL, 0), half, dt, NULL, NULL, 0, half));
    /* The same array may be read twice. */
    OK(sprung_batch_springs_f32(each, each, dt, x, v, COUNT, sprung_each_f32(goals, COUNT)));
    /* NaN stays where it came in. */
    w[3] = NAN;
    w[4] = -1;
    OK(sprung_batch_springs_f32(each, half, dt, x, v, COUNT, sprung_each_f32(goals, COUNT)));
    for (int i = 0; i < COUNT; i++) {
        EXPECT((isnan(x[i]) != 0) == (i == 3 || i == 4));
    }
    float vectors[6] = {1, 2, 3, 4, 5, 6}, speeds[6] = {0}, rates[2] = {1e9f, 0};
    OK(sprung_batch_springs_f32(sprung_per_vector_f32(rates, 2, 3), sprung_shared_f32(1), dt, vectors, speeds, 6, sprung_shared_f32(0)));
    EXPECT(vectors[0] == 0 && vectors[2] == 0 && vectors[3] == 4 && vectors[5] == 6);
    SprungStateF64 state = {0, 0};
    REFUSED(sprung_timeline_check_f64(NULL, 0), INVALID_PARAMETER, "keys must be at least 1");
    REFUSED(sprung_timeline_state_at_f64(NULL, 0, 1, &state), INVALID_PARAMETER, "keys must be at least 1");
    REFUSED(sprung_timeline_state_at_f64(NULL, 3, 1, &state), INVALID_POINTER, "keys must not be NULL");
    SprungTimelineKeyF64 keys[2] = {{1, {0, 0}, 1, {10, 1, 10}}, {0, {0, 0}, 2, {10, 1, 10}}};
    REFUSED(sprung_timeline_check_f64(keys, 2), INVALID_PARAMETER, "time must be");
    double times[10], samples[10];
    for (int i = 0; i < 10; i++) {
        times[i] = -i, samples[i] = i;
    }
    SprungSpringFit fit;
    REFUSED(sprung_fit_spring(times, samples, 10, &fit), INVALID_PARAMETER, "times");
    REFUSED(sprung_fit_spring(times, samples, 0, &fit), INVALID_PARAMETER, "samples");
    REFUSED(sprung_fit_spring(times, NULL, 10, &fit), INVALID_POINTER, "values");
}

static void fitted(void) {
    enum { SAMPLES = 90 };
    double times[SAMPLES], values[SAMPLES];
    SprungSpringF64 spring;
    const SprungStateF64 start = {20, 0};
    OK(sprung_spring_new_f64(9, 0.4, &spring));
    for (int i = 0; i < SAMPLES; i++) {
        times[i] = i / 60.0;
        values[i] = sprung_spring_step_apply_f64(sprung_spring_step_f64(spring, times[i]), start, 120).position;
    }
    SprungSpringFit fit;
    OK(sprung_fit_spring(times, values, SAMPLES, &fit));
    EXPECT(fit.is_explained && fabs(fit.angular_frequency.value - 9) < 1e-5 && fabs(fit.damping_ratio.value - 0.4) < 1e-5);
}

static void bodies(void) {
    const SprungVector3F64 one = {1, 1, 1}, zero = {0, 0, 0}, up = {0, 1, 0};
    SprungBodyF64 body = sprung_body_new_f64(1, one), broken = body;
    broken.velocity.x = NAN;
    REFUSED(sprung_body_validate_f64(&broken), INVALID_PARAMETER, "velocity must be finite, got NaN");
    REFUSED(sprung_body_validate_f64(NULL), INVALID_POINTER, "body");
    SprungPointSpringF64 point;
    SprungStiffnessF64 stiffness = sprung_stiffness_physical_f64(-1, 0);
    REFUSED(sprung_point_spring_new_f64(stiffness, zero, up, &point), INVALID_PARAMETER, "stiffness must be");
    stiffness.kind = 7;
    REFUSED(sprung_point_spring_new_f64(stiffness, zero, up, &point), INVALID_PARAMETER, "kind of the stiffness");
    stiffness = sprung_stiffness_physical_f64(100, 5);
    OK(sprung_point_spring_new_f64(stiffness, zero, up, &point));
    EXPECT(isinf(point.max_force));
    REFUSED(sprung_point_spring_prepare_f64(&point, &body, NULL, 9, 0.1), INVALID_PARAMETER, "solver must be at most 2, got 9");
    REFUSED(sprung_point_spring_solve_f64(&point, &body, &body), INVALID_POINTER, "different bodies");
    OK(sprung_point_spring_prepare_f64(&point, &body, NULL, SPRUNG_DISCRETIZATION_AUTO, 0.1));
    OK(sprung_point_spring_solve_f64(&point, &body, NULL));
    EXPECT(body.velocity.y > 0 && point.impulse.y > 0);
    /* A field that is set is used. */
    point.max_force = 0.5;
    body.velocity = zero;
    OK(sprung_point_spring_prepare_f64(&point, &body, NULL, SPRUNG_DISCRETIZATION_AUTO, 0.1));
    OK(sprung_point_spring_solve_f64(&point, &body, NULL));
    EXPECT(fabs(point.impulse.y - 0.05) < 1e-12);
    /* A broken body does not break the other one. */
    SprungBodyF64 other = sprung_body_new_f64(1, one);
    OK(sprung_point_spring_prepare_f64(&point, &broken, &other, SPRUNG_DISCRETIZATION_AUTO, 0.1));
    OK(sprung_point_spring_solve_f64(&point, &broken, &other));
    EXPECT(other.velocity.x == 0 && other.velocity.y == 0);
    const SprungRotationF64 none = {0, 0, 0, 0}, doubled = {0, 0, 0, 2}, nan = {NAN, 0, 0, 1};
    EXPECT(sprung_rotation_rotate_f64(none, one).x == 1 && sprung_rotation_rotate_f64(doubled, one).x == 1);
    EXPECT(isnan(sprung_rotation_rotate_f64(nan, one).x));
}

static void handles(void) {
    const SprungVector3F32 from = {0, 0, 0}, to = {1, 0, 0}, nowhere = {NAN, 0, 0};
    SprungNetwork rope = {0}, other;
    SprungSolver solver = {0};
    REFUSED(sprung_network_check(rope), INVALID_HANDLE, "network 0 was freed or never made");
    REFUSED(sprung_network_rope(from, to, 0, 1, &rope), INVALID_PARAMETER, "links must be >= 1, got 0");
    REFUSED(sprung_network_rope(from, nowhere, 4, 1, &rope), INVALID_PARAMETER, "to must be finite");
    REFUSED(sprung_network_rope(from, to, 4, 1, NULL), INVALID_POINTER, "network");
    REFUSED(sprung_network_cloth(1, 5, 0.1f, 1, NULL, NULL, NULL, &rope), INVALID_PARAMETER, "columns");
    EXPECT(rope.id == 0);
    OK(sprung_network_rope(from, to, 4, 1, &rope));
    EXPECT(sprung_network_particle_count(rope) == 5 && sprung_network_edge_count(rope) == 4);
    const size_t missing[1] = {5}, first[1] = {0};
    REFUSED(sprung_network_fix(rope, missing, 1), INVALID_LENGTH, "particle must be < 5, got 5");
    OK(sprung_network_fix(rope, first, 1));
    OK(sprung_network_fix(rope, NULL, 0));
    REFUSED(sprung_network_connect(rope, 0, 9), INVALID_LENGTH, "particle");
    SprungEdge edge = sprung_edge_new(0, 4, 1);
    edge.mode = 4;
    REFUSED(sprung_network_add_edges(rope, &edge, 1), INVALID_PARAMETER, "mode");
    edge.mode = SPRUNG_MODE_TENSION_ONLY;
    edge.stiffness.kind = 9;
    REFUSED(sprung_network_add_edges(rope, &edge, 1), INVALID_PARAMETER, "kind of the stiffness");
    edge = sprung_edge_new(0, 11, 1);
    REFUSED(sprung_network_add_edges(rope, &edge, 1), INVALID_LENGTH, "particle of edge 0 must be < 5, got 11");
    EXPECT(sprung_network_edge_count(rope) == 4);
    SprungParticle particles[6];
    REFUSED(sprung_network_particles(rope, particles, 6), INVALID_LENGTH, "count");
    OK(sprung_network_particles(rope, particles, 5));
    EXPECT(particles[0].inverse_mass == 0 && particles[4].position.x == 1);
    particles[0].position.x = NAN;
    OK(sprung_network_new(&other));
    OK(sprung_network_add_particles(other, particles, 5));
    REFUSED(sprung_network_check(other), INVALID_PARAMETER, "particle 0: position must be finite, got NaN");
    REFUSED(sprung_solver_new(other, NULL, &solver), INVALID_PARAMETER, "particle 0");
    REFUSED(sprung_network_append(rope, solver.id == 0 ? (SprungNetwork){12345} : other), INVALID_HANDLE, "12345");
    OK(sprung_network_append(rope, rope));
    EXPECT(sprung_network_particle_count(rope) == 10);

    SprungSettings settings = sprung_settings_default();
    settings.substeps = 0;
    REFUSED(sprung_solver_new(rope, &settings, &solver), INVALID_PARAMETER, "substeps must be >= 1, got 0");
    REFUSED(sprung_solver_within_stretch(rope, 0, NULL, &solver), INVALID_PARAMETER, "max_stretch must be");
    REFUSED(sprung_network_scale_masses(rope, 2), INVALID_PARAMETER, "part must be");
    OK(sprung_solver_new(rope, NULL, &solver));
    OK(sprung_network_free(rope));
    REFUSED(sprung_network_free(rope), INVALID_HANDLE, "freed");
    REFUSED(sprung_network_check((SprungNetwork){solver.id}), INVALID_HANDLE, "network");
    const float bad_steps[4] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        OK(sprung_solver_step(solver, bad_steps[i]));
    }
    EXPECT(sprung_solver_positions(solver)[4].x == 1);
    REFUSED(sprung_solver_set_kinematic_target(solver, 2, to), INVALID_PARAMETER, "particle must be fixed");
    REFUSED(sprung_solver_set_kinematic_target(solver, 99, to), INVALID_LENGTH, "particle");
    REFUSED(sprung_solver_apply_impulse(solver, 99, to), INVALID_LENGTH, "particle");
    OK(sprung_solver_apply_impulse(solver, 4, nowhere));
    SprungCollider ball = sprung_collider_sphere(from, -1);
    REFUSED(sprung_solver_set_colliders(solver, &ball, 1), INVALID_PARAMETER, "collider 0: radius must be");
    ball.radius = 0.1f;
    OK(sprung_solver_set_colliders(solver, &ball, 1));
    REFUSED(sprung_solver_move_collider(solver, 1, ball), INVALID_LENGTH, "collider");
    REFUSED(sprung_solver_move_collider(solver, 0, sprung_collider_plane(from, to)), INVALID_PARAMETER, "kind of shape");
    ball.shape = 5;
    REFUSED(sprung_solver_move_collider(solver, 0, ball), INVALID_PARAMETER, "shape");
    OK(sprung_solver_step(solver, 0.01f));
    const SprungVector3F32 *positions = sprung_solver_positions(solver);
    for (size_t i = 0; i < sprung_solver_particle_count(solver); i++) {
        EXPECT(isfinite(positions[i].x) && isfinite(positions[i].y));
    }
    EXPECT(!sprung_solver_is_torn(solver, 0) && !sprung_solver_is_torn(solver, 999));
    OK(sprung_solver_network(solver, &rope));
    OK(sprung_network_free(rope));
    OK(sprung_solver_free(solver));
    REFUSED(sprung_solver_free(solver), INVALID_HANDLE, "solver");
    REFUSED(sprung_solver_step(solver, 0.1f), INVALID_HANDLE, "freed or never made");
    EXPECT(sprung_solver_positions(solver) == NULL && sprung_solver_particle_count(solver) == 0);
    EXPECT(isnan(sprung_solver_stretch(solver).max));
    OK(sprung_network_free(other));
}

/* What overflows is put back and named, and the others go on. */
static void quarantine(void) {
    const SprungVector3F32 from = {0, 0, 0}, to = {1, 0, 0}, place = {5, 0, 0};
    SprungNetwork net;
    SprungSolver solver;
    size_t count = 9;
    OK(sprung_network_rope(from, to, 4, 1, &net));
    /* The heaviest particles that there may be, at one place, with edges of 1e15 m. */
    const SprungParticle heavy[3] = {{place, from, 1e-30f}, {place, from, 1e-30f}, {place, from, 1e-30f}};
    const SprungEdge edges[3] = {sprung_edge_new(5, 6, 1e15f), sprung_edge_new(6, 7, 1e15f), sprung_edge_new(5, 7, 1e15f)};
    OK(sprung_network_add_particles(net, heavy, 3));
    OK(sprung_network_add_edges(net, edges, 3));
    OK(sprung_solver_new(net, NULL, &solver));
    OK(sprung_network_free(net));
    EXPECT(sprung_solver_quarantined(solver, &count) != NULL && count == 0);
    OK(sprung_solver_step(solver, 1.0f / 60));
    const size_t *particles = sprung_solver_quarantined(solver, &count);
    EXPECT(count == 3 && particles[0] == 5 && particles[1] == 6 && particles[2] == 7);
    const SprungVector3F32 *positions = sprung_solver_positions(solver);
    EXPECT(positions[5].x == 5 && positions[6].x == 5 && positions[4].y < 0);
    EXPECT(sprung_solver_velocities(solver)[5].x == 0);
    EXPECT(sprung_solver_quarantined(solver, NULL) == NULL);
    EXPECT(strstr(sprung_last_error(), "count must not be NULL"));
    OK(sprung_solver_free(solver));
    EXPECT(sprung_solver_quarantined(solver, &count) == NULL && count == 3);
}

static void *of_a_thread(void *solver) {
    SprungSpringF64 spring;
    intptr_t lost = strlen(sprung_last_error()) != 0;
    for (int i = 0; i < 200; i++) {
        lost += sprung_spring_new_f64(1, -(double)i - 1, &spring) != SPRUNG_STATUS_INVALID_PARAMETER;
        lost += !strstr(sprung_last_error(), "damping_ratio");
        lost += sprung_solver_step(*(const SprungSolver *)solver, 0.001f) != SPRUNG_STATUS_OK;
    }
    return (void *)lost;
}

/* Each thread has its message; a solver that several step is stepped by one after the other. */
static void threads(void) {
    const SprungVector3F32 from = {0, 0, 0}, to = {1, 0, 0};
    SprungNetwork rope;
    SprungSolver solver;
    OK(sprung_network_rope(from, to, 20, 1, &rope));
    OK(sprung_solver_new(rope, NULL, &solver));
    OK(sprung_network_free(rope));
    pthread_t all[4];
    for (int i = 0; i < 4; i++) {
        EXPECT(pthread_create(&all[i], NULL, of_a_thread, &solver) == 0);
    }
    for (int i = 0; i < 4; i++) {
        void *lost;
        EXPECT(pthread_join(all[i], &lost) == 0 && lost == NULL);
    }
    OK(sprung_solver_free(solver));
}

int main(void) {
    EXPECT(strcmp(sprung_last_error(), "") == 0);
    OK(sprung_check_abi(SPRUNG_ABI_VERSION));
    REFUSED(sprung_check_abi(SPRUNG_ABI_VERSION + 1), ABI_MISMATCH, "the header has ABI version");
    EXPECT(sprung_abi_version() == SPRUNG_ABI_VERSION && strlen(sprung_version()) >= 5);
    EXPECT(strcmp(sprung_status_name(-1), "unknown status") == 0 && strcmp(sprung_status_name(0), "ok") == 0);
    parameters();
    values_not_made_here();
    texts();
    arrays();
    fitted();
    bodies();
    handles();
    quarantine();
    threads();
    printf("%d checks, %d failed\n", checks, failures);
    return failures != 0;
}
