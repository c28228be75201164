/* The scenarios of one precision: included by golden.c twice, with REAL, NAME(x) for functions and TYPE(x) for types. */

static void NAME(add_state)(Bits *bits, TYPE(SprungState) state) {
    add(bits, state.position);
    add(bits, state.velocity);
}

static void NAME(scenarios)(const double *inputs, size_t count) {
    Bits springs = BITS, steps = BITS, answers = BITS, rotations = BITS, motions = BITS, dampers = BITS;
    const TYPE(SprungState) start = {1, (REAL)-0.5};
    for (size_t row = 0; row < count; row++) {
        REAL w = (REAL)inputs[3 * row], z = (REAL)inputs[3 * row + 1], dt = (REAL)inputs[3 * row + 2];
        TYPE(SprungSpring) spring;
        CHECK(NAME(sprung_spring_new)(w, z, &spring));
        add(&springs, NAME(sprung_spring_frequency)(spring));
        add(&springs, NAME(sprung_spring_stiffness)(spring));
        add(&springs, NAME(sprung_spring_damping)(spring));
        add(&springs, NAME(sprung_spring_lag)(spring));
        add(&springs, NAME(sprung_spring_halflife)(spring));
        add(&springs, NAME(sprung_spring_overshoot)(spring));

        TYPE(SprungSpringStep) step = NAME(sprung_spring_step)(spring, dt);
        TYPE(SprungMatrix) matrix = NAME(sprung_spring_step_matrix)(step);
        add(&steps, matrix.xx);
        add(&steps, matrix.xv);
        add(&steps, matrix.vx);
        add(&steps, matrix.vv);
        TYPE(SprungState) state = start;
        for (int i = 0; i < 3; i++) {
            state = NAME(sprung_spring_step_apply)(step, state, (REAL)0.25);
            NAME(add_state)(&steps, state);
        }
        NAME(add_state)(&steps, NAME(sprung_spring_step_apply_angle)(step, start, 3));
        NAME(add_state)(&steps, NAME(sprung_moving_goal_step_apply)(NAME(sprung_spring_follow_step)(spring, dt), start,
                                                                    (REAL)0.25, (REAL)0.5));
        NAME(add_state)(&steps, NAME(sprung_moving_goal_step_apply)(NAME(sprung_spring_track_step)(spring, dt), start,
                                                                    (REAL)0.25, (REAL)0.5));
        NAME(add_state)(&steps, NAME(sprung_goal_velocity_step_apply)(NAME(sprung_spring_goal_velocity_step)(spring, dt),
                                                                      start, (REAL)0.25, 2));
        NAME(add_state)(&steps, NAME(sprung_landing_step_apply)(NAME(sprung_spring_landing_step)(spring, (REAL)0.75, dt),
                                                                start, (REAL)0.25));
        const TYPE(SprungState) animation = {(REAL)0.5, 1};
        NAME(add_state)(&steps, NAME(sprung_spring_step_apply_tracking)(step, start, animation, (REAL)0.125));

        add(&answers, NAME(sprung_spring_settling_time)(spring, (REAL)0.02));
        add(&answers, NAME(sprung_spring_peak_time)(spring));
        add(&answers, NAME(sprung_spring_rise_time)(spring));
        add(&answers, NAME(sprung_spring_follow_gain)(spring, (REAL)1.5));
        add(&answers, NAME(sprung_spring_track_phase)(spring, (REAL)1.5));
        add(&answers, NAME(sprung_response_max_speed)(spring, start, (REAL)0.25).value);
        add(&answers, NAME(sprung_response_max_acceleration)(spring, start, (REAL)0.25).time);
        add(&answers, NAME(sprung_response_path_length)(spring, start, (REAL)0.25));
        add(&answers, NAME(sprung_spring_energy)(spring, start, (REAL)0.25));

        const TYPE(SprungVector3) from = {(REAL)0.25, -1, (REAL)0.5}, to = {(REAL)-0.5, (REAL)0.25, (REAL)1.5};
        TYPE(SprungRotationState) turning;
        turning.rotation = NAME(sprung_rotation_from_vector)(from);
        turning.angular_velocity.x = 1;
        turning.angular_velocity.y = 2;
        turning.angular_velocity.z = -3;
        const TYPE(SprungRotation) goal = NAME(sprung_rotation_from_vector)(to);
        for (int i = 0; i < 4; i++) {
            turning = NAME(sprung_spring_step_apply_rotation)(step, turning, goal);
            add(&rotations, turning.rotation.x);
            add(&rotations, turning.rotation.y);
            add(&rotations, turning.rotation.z);
            add(&rotations, turning.rotation.w);
            add(&rotations, turning.angular_velocity.x);
            add(&rotations, turning.angular_velocity.y);
            add(&rotations, turning.angular_velocity.z);
        }

        TYPE(SprungTimedSpring) timed = {start, 1};
        TYPE(SprungTimedStep) timed_step = NAME(sprung_spring_arrival_step)(spring, dt);
        const REAL left[4] = {2, (REAL)1.5, (REAL)0.25, 0};
        for (int i = 0; i < 4; i++) {
            CHECK(NAME(sprung_timed_spring_update)(&timed, 3, left[i], timed_step));
            NAME(add_state)(&motions, timed.state);
            add(&motions, timed.intermediate);
        }
        TYPE(SprungDoubleSpring) twice = {start, start};
        TYPE(SprungDoubleStep) double_step;
        CHECK(NAME(sprung_double_step_from_halflife)((REAL)0.125, dt, &double_step));
        CHECK(NAME(sprung_double_spring_update)(&twice, 2, double_step));
        CHECK(NAME(sprung_double_spring_update)(&twice, 2, double_step));
        NAME(add_state)(&motions, twice.state);
        TYPE(SprungTimelineKey) keys[2];
        keys[0].time = 0;
        keys[0].state = start;
        keys[0].goal = 2;
        keys[0].spring = spring;
        CHECK(NAME(sprung_timeline_key_at)(keys[0], dt, &keys[1]));
        keys[1].goal = -1;
        CHECK(NAME(sprung_timeline_check)(keys, 2));
        const REAL times[4] = {-1, (REAL)0.5 * dt, dt, (REAL)1.5 * dt};
        for (int i = 0; i < 4; i++) {
            CHECK(NAME(sprung_timeline_state_at)(keys, 2, times[i], &state));
            NAME(add_state)(&motions, state);
        }

        TYPE(SprungDamper) damper;
        CHECK(NAME(sprung_damper_from_halflife)(z + (REAL)0.01, &damper));
        add(&dampers, damper.rate);
        add(&dampers, NAME(sprung_damper_step_apply)(NAME(sprung_damper_step)(damper, dt), 4, (REAL)0.5));
        add(&dampers, NAME(sprung_moving_goal_damper_step_apply)(NAME(sprung_damper_follow_step)(damper, dt), 4,
                                                                 (REAL)0.5, (REAL)0.75));
    }
    print("springs" SUFFIX, springs);
    print("steps" SUFFIX, steps);
    print("answers" SUFFIX, answers);
    print("rotations" SUFFIX, rotations);
    print("motions" SUFFIX, motions);
    print("dampers" SUFFIX, dampers);

    REAL *columns = malloc(5 * count * sizeof(REAL));
    if (!columns) {
        exit(1);
    }
    REAL *w = columns, *z = w + count, *dt = z + count, *x = dt + count, *v = x + count;
    for (size_t row = 0; row < count; row++) {
        w[row] = (REAL)inputs[3 * row];
        z[row] = (REAL)inputs[3 * row + 1];
        dt[row] = (REAL)inputs[3 * row + 2];
        x[row] = 1;
        v[row] = (REAL)-0.5;
    }
    TYPE(SprungParam) ws = NAME(sprung_each)(w, count), zs = NAME(sprung_each)(z, count), dts = NAME(sprung_each)(dt, count);
    for (int i = 0; i < 3; i++) {
        CHECK(NAME(sprung_batch_springs)(ws, zs, dts, x, v, count, NAME(sprung_shared)((REAL)0.25)));
    }
    CHECK(NAME(sprung_batch_critical_springs)(dts, NAME(sprung_shared)((REAL)0.0625), x, v, count, zs));
    TYPE(SprungSpringStep) step = NAME(sprung_spring_step)(NAME(sprung_spring_clamped)(9, (REAL)0.5), (REAL)0.015625);
    CHECK(NAME(sprung_batch_spring)(step, x, v, count, ws));
    CHECK(NAME(sprung_batch_dampers)(NAME(sprung_shared)((REAL)0.125), NAME(sprung_shared)((REAL)0.015625), v, count, ws));
    Bits batches = BITS;
    for (size_t i = 0; i < 2 * count; i++) {
        add(&batches, x[i]);
    }
    free(columns);
    print("batches" SUFFIX, batches);

    Bits bodies = BITS;
    const TYPE(SprungVector3) inertia = {(REAL)0.25, (REAL)0.5, (REAL)0.75}, round = {(REAL)0.5, (REAL)0.5, (REAL)0.5};
    const TYPE(SprungVector3) zero = {0, 0, 0}, up = {0, 1, 0}, down = {0, -1, 0}, gravity = {0, (REAL)-9.75, 0};
    TYPE(SprungBody) body[2];
    body[0] = NAME(sprung_body_new)(2, inertia);
    body[1] = NAME(sprung_body_new)(1, round);
    body[1].position.x = 1;
    body[1].position.y = (REAL)0.5;
    body[1].position.z = (REAL)-0.25;
    body[0].acceleration = body[1].acceleration = gravity;
    TYPE(SprungSpring) spring;
    CHECK(NAME(sprung_spring_new)(12, (REAL)0.5, &spring));
    TYPE(SprungStiffness) stiffness = NAME(sprung_stiffness_of_spring)(spring);
    const TYPE(SprungVector3) corner = {(REAL)0.25, (REAL)0.5, 0}, side = {(REAL)0.5, 0, 0}, below = {0, (REAL)-0.25, 0};
    const TYPE(SprungVector3) turned = {(REAL)0.5, (REAL)0.25, (REAL)-0.75};
    TYPE(SprungPointSpring) point;
    TYPE(SprungDistanceSpring) rope;
    TYPE(SprungOrientationSpring) turn;
    TYPE(SprungSwingSpring) upright;
    TYPE(SprungSuspension) wheel;
    CHECK(NAME(sprung_point_spring_new)(stiffness, corner, up, &point));
    CHECK(NAME(sprung_distance_spring_new)(stiffness, zero, side, 1, &rope));
    CHECK(NAME(sprung_orientation_spring_new)(stiffness, NAME(sprung_rotation_from_vector)(turned), &turn));
    CHECK(NAME(sprung_swing_spring_new)(stiffness, up, up, &upright));
    CHECK(NAME(sprung_suspension_new)(stiffness, below, 1, &wheel));
    rope.mode = SPRUNG_MODE_TENSION_ONLY;
    const uint32_t solver = SPRUNG_DISCRETIZATION_AUTO;
    const REAL h = (REAL)0.015625;
    for (int frame = 0; frame < 60; frame++) {
        CHECK(NAME(sprung_point_spring_prepare)(&point, &body[0], NULL, solver, h));
        CHECK(NAME(sprung_distance_spring_prepare)(&rope, &body[0], &body[1], solver, h));
        CHECK(NAME(sprung_orientation_spring_prepare)(&turn, &body[1], NULL, solver, h));
        CHECK(NAME(sprung_swing_spring_prepare)(&upright, &body[0], solver, h));
        CHECK(NAME(sprung_suspension_prepare)(&wheel, &body[1], NULL, down, (REAL)0.75, solver, h));
        for (int pass = 0; pass < 4; pass++) {
            CHECK(NAME(sprung_point_spring_solve)(&point, &body[0], NULL));
            CHECK(NAME(sprung_distance_spring_solve)(&rope, &body[0], &body[1]));
            CHECK(NAME(sprung_orientation_spring_solve)(&turn, &body[1], NULL));
            CHECK(NAME(sprung_swing_spring_solve)(&upright, &body[0]));
            CHECK(NAME(sprung_suspension_solve)(&wheel, &body[1], NULL));
        }
        for (int i = 0; i < 2; i++) {
            REAL *position = &body[i].position.x, *velocity = &body[i].velocity.x;
            for (int c = 0; c < 3; c++) {
                velocity[c] += (&gravity.x)[c] * h;
                position[c] += velocity[c] * h;
                add(&bodies, position[c]);
                add(&bodies, velocity[c]);
                add(&bodies, (&body[i].angular_velocity.x)[c]);
            }
        }
    }
    print("bodies" SUFFIX, bodies);
}
