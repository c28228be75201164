// The scenarios of examples/golden.rs that C# programs use most, through Native.cs: prints the same lines. Then the component for
// Unity, and errors.

using System;
using System.Globalization;
using System.IO;
using System.Reflection;
using Sprung;

public static unsafe class Golden
{
    struct Bits
    {
        ulong hash;

        public static Bits New()
        {
            return new Bits { hash = 0xcbf29ce484222325 };
        }

        public void Add(double value)
        {
            ulong word = double.IsNaN(value) ? 0x7ff8000000000000 : (ulong)BitConverter.DoubleToInt64Bits(value);
            for (int i = 0; i < 8; i++)
            {
                hash = unchecked((hash ^ ((word >> (8 * i)) & 0xff)) * 0x100000001b3);
            }
        }

        public void Print(string name)
        {
            Console.WriteLine(name + " " + hash.ToString("x16", CultureInfo.InvariantCulture));
        }
    }

    static double[] Read(string[] lines, int from, int count)
    {
        var values = new double[3 * count];
        for (int row = 0; row < count; row++)
        {
            var words = lines[from + row].Split(' ');
            for (int i = 0; i < 3; i++)
            {
                var word = long.Parse(words[i], NumberStyles.HexNumber, CultureInfo.InvariantCulture);
                values[3 * row + i] = BitConverter.Int64BitsToDouble(word);
            }
        }
        return values;
    }

    static void Springs(double[] inputs)
    {
        Bits springs = Bits.New(), dampers = Bits.New();
        for (int row = 0; row < inputs.Length; row += 3)
        {
            double w = inputs[row], z = inputs[row + 1], dt = inputs[row + 2];
            SprungSpringF64 spring;
            SprungException.Check(Native.sprung_spring_new_f64(w, z, &spring));
            springs.Add(Native.sprung_spring_frequency_f64(spring));
            springs.Add(Native.sprung_spring_stiffness_f64(spring));
            springs.Add(Native.sprung_spring_damping_f64(spring));
            springs.Add(Native.sprung_spring_lag_f64(spring));
            springs.Add(Native.sprung_spring_halflife_f64(spring));
            springs.Add(Native.sprung_spring_overshoot_f64(spring));
            SprungDamperF64 damper;
            SprungException.Check(Native.sprung_damper_from_halflife_f64(z + 0.01, &damper));
            dampers.Add(damper.rate);
            dampers.Add(Native.sprung_damper_step_apply_f64(Native.sprung_damper_step_f64(damper, dt), 4, 0.5));
            var follow = Native.sprung_damper_follow_step_f64(damper, dt);
            dampers.Add(Native.sprung_moving_goal_damper_step_apply_f64(follow, 4, 0.5, 0.75));
        }
        springs.Print("springs_f64");
        dampers.Print("dampers_f64");
    }

    static void AddState(ref Bits bits, SprungStateF64 state)
    {
        bits.Add(state.position);
        bits.Add(state.velocity);
    }

    static void Steps(double[] inputs)
    {
        Bits steps = Bits.New(), rotations = Bits.New();
        var start = new SprungStateF64 { position = 1, velocity = -0.5 };
        for (int row = 0; row < inputs.Length; row += 3)
        {
            double dt = inputs[row + 2];
            SprungSpringF64 spring;
            SprungException.Check(Native.sprung_spring_new_f64(inputs[row], inputs[row + 1], &spring));
            var step = Native.sprung_spring_step_f64(spring, dt);
            var matrix = Native.sprung_spring_step_matrix_f64(step);
            steps.Add(matrix.xx);
            steps.Add(matrix.xv);
            steps.Add(matrix.vx);
            steps.Add(matrix.vv);
            var state = start;
            for (int i = 0; i < 3; i++)
            {
                state = Native.sprung_spring_step_apply_f64(step, state, 0.25);
                AddState(ref steps, state);
            }
            AddState(ref steps, Native.sprung_spring_step_apply_angle_f64(step, start, 3));
            var follow = Native.sprung_spring_follow_step_f64(spring, dt);
            AddState(ref steps, Native.sprung_moving_goal_step_apply_f64(follow, start, 0.25, 0.5));
            var track = Native.sprung_spring_track_step_f64(spring, dt);
            AddState(ref steps, Native.sprung_moving_goal_step_apply_f64(track, start, 0.25, 0.5));
            var goalVelocity = Native.sprung_spring_goal_velocity_step_f64(spring, dt);
            AddState(ref steps, Native.sprung_goal_velocity_step_apply_f64(goalVelocity, start, 0.25, 2));
            var landing = Native.sprung_spring_landing_step_f64(spring, 0.75, dt);
            AddState(ref steps, Native.sprung_landing_step_apply_f64(landing, start, 0.25));
            var animation = new SprungStateF64 { position = 0.5, velocity = 1 };
            AddState(ref steps, Native.sprung_spring_step_apply_tracking_f64(step, start, animation, 0.125));

            var turning = new SprungRotationStateF64
            {
                rotation = Native.sprung_rotation_from_vector_f64(new SprungVector3F64 { x = 0.25, y = -1, z = 0.5 }),
                angular_velocity = new SprungVector3F64 { x = 1, y = 2, z = -3 },
            };
            var goal = Native.sprung_rotation_from_vector_f64(new SprungVector3F64 { x = -0.5, y = 0.25, z = 1.5 });
            for (int i = 0; i < 4; i++)
            {
                turning = Native.sprung_spring_step_apply_rotation_f64(step, turning, goal);
                rotations.Add(turning.rotation.x);
                rotations.Add(turning.rotation.y);
                rotations.Add(turning.rotation.z);
                rotations.Add(turning.rotation.w);
                rotations.Add(turning.angular_velocity.x);
                rotations.Add(turning.angular_velocity.y);
                rotations.Add(turning.angular_velocity.z);
            }
        }
        steps.Print("steps_f64");
        rotations.Print("rotations_f64");
    }

    static void Batches(double[] inputs)
    {
        int count = inputs.Length / 3;
        float[] w = new float[count], z = new float[count], dt = new float[count], x = new float[count], v = new float[count];
        for (int row = 0; row < count; row++)
        {
            w[row] = (float)inputs[3 * row];
            z[row] = (float)inputs[3 * row + 1];
            dt[row] = (float)inputs[3 * row + 2];
            x[row] = 1;
            v[row] = -0.5f;
        }
        var length = (UIntPtr)count;
        fixed (float* pw = w, pz = z, pdt = dt, px = x, pv = v)
        {
            var ws = Native.sprung_each_f32(pw, length);
            var zs = Native.sprung_each_f32(pz, length);
            var dts = Native.sprung_each_f32(pdt, length);
            for (int i = 0; i < 3; i++)
            {
                SprungException.Check(Native.sprung_batch_springs_f32(ws, zs, dts, px, pv, length, Native.sprung_shared_f32(0.25f)));
            }
            var frame = Native.sprung_shared_f32(0.0625f);
            SprungException.Check(Native.sprung_batch_critical_springs_f32(dts, frame, px, pv, length, zs));
            var step = Native.sprung_spring_step_f32(Native.sprung_spring_clamped_f32(9, 0.5f), 0.015625f);
            SprungException.Check(Native.sprung_batch_spring_f32(step, px, pv, length, ws));
            var halflife = Native.sprung_shared_f32(0.125f);
            SprungException.Check(Native.sprung_batch_dampers_f32(halflife, Native.sprung_shared_f32(0.015625f), pv, length, ws));
        }
        var bits = Bits.New();
        foreach (var value in x) bits.Add(value);
        foreach (var value in v) bits.Add(value);
        bits.Print("batches_f32");
    }

    static void Networks()
    {
        var bits = Bits.New();
        SprungNetwork rope, cloth;
        SprungSolver solver;
        var zero = new SprungVector3F32();
        SprungException.Check(Native.sprung_network_rope(zero, new SprungVector3F32 { x = 3 }, (UIntPtr)30, 0.5f, &rope));
        var first = UIntPtr.Zero;
        SprungException.Check(Native.sprung_network_fix(rope, &first, (UIntPtr)1));
        SprungException.Check(Native.sprung_network_add_long_range_attachments(rope));
        SprungSpringF32 spring;
        SprungException.Check(Native.sprung_spring_new_f32(40, 0.5f, &spring));
        var shear = Native.sprung_edge_stiffness_of_spring(spring);
        SprungException.Check(
            Native.sprung_network_cloth((UIntPtr)12, (UIntPtr)10, 0.125f, 0.25f, null, &shear, null, &cloth));
        var corners = stackalloc UIntPtr[2];
        corners[1] = (UIntPtr)11;
        SprungException.Check(Native.sprung_network_fix(cloth, corners, (UIntPtr)2));
        SprungException.Check(Native.sprung_network_append(rope, cloth));
        SprungException.Check(Native.sprung_solver_new(rope, null, &solver));
        var colliders = stackalloc SprungCollider[2];
        colliders[0] = Native.sprung_collider_sphere(new SprungVector3F32 { x = 0.75f, y = -0.75f, z = 0.5f }, 0.25f);
        colliders[0].friction = 0.5f;
        colliders[1] = Native.sprung_collider_plane(new SprungVector3F32 { y = -2 }, new SprungVector3F32 { y = 1 });
        SprungException.Check(Native.sprung_solver_set_colliders(solver, colliders, (UIntPtr)2));
        var count = (int)Native.sprung_solver_particle_count(solver);
        for (int frame = 0; frame < 90; frame++)
        {
            var target = new SprungVector3F32 { y = 0.015625f * frame };
            SprungException.Check(Native.sprung_solver_set_kinematic_target(solver, UIntPtr.Zero, target));
            if (frame == 30)
            {
                var kick = new SprungVector3F32 { z = 0.125f };
                SprungException.Check(Native.sprung_solver_apply_impulse(solver, (UIntPtr)20, kick));
            }
            SprungException.Check(Native.sprung_solver_step(solver, 0.015625f));
            var positions = Native.sprung_solver_positions(solver);
            var velocities = Native.sprung_solver_velocities(solver);
            for (int i = 0; i < count; i++)
            {
                bits.Add(positions[i].x);
                bits.Add(positions[i].y);
                bits.Add(positions[i].z);
                bits.Add(velocities[i].x);
                bits.Add(velocities[i].y);
                bits.Add(velocities[i].z);
            }
        }
        bits.Add(Native.sprung_solver_stretch(solver).max);
        SprungSolver accurate;
        SprungException.Check(Native.sprung_network_scale_masses(rope, 0.0625f));
        SprungException.Check(Native.sprung_solver_within_stretch(rope, 0.03125f, null, &accurate));
        for (int frame = 0; frame < 30; frame++)
        {
            SprungException.Check(Native.sprung_solver_step(accurate, 0.015625f));
            bits.Add((double)Native.sprung_solver_substeps(accurate));
        }
        bits.Add(Native.sprung_solver_stretch(accurate).mean);
        bits.Print("networks");
        SprungException.Check(Native.sprung_solver_free(accurate));
        SprungException.Check(Native.sprung_solver_free(solver));
        SprungException.Check(Native.sprung_network_free(rope));
        SprungException.Check(Native.sprung_network_free(cloth));
        Expect(Native.sprung_solver_step(solver, 0.1f) == SprungStatus.InvalidHandle, "a freed solver is refused");
    }

    static void Quarantine()
    {
        SprungNetwork net;
        SprungSolver solver;
        SprungException.Check(Native.sprung_network_rope(new SprungVector3F32(), new SprungVector3F32 { x = 1 }, (UIntPtr)4, 1, &net));
        // The heaviest particles that there may be, at one place, with edges of 1e15 m.
        var heavy = stackalloc SprungParticle[3];
        var edges = stackalloc SprungEdge[3];
        for (int i = 0; i < 3; i++)
        {
            heavy[i] = new SprungParticle { position = new SprungVector3F32 { x = 5 }, inverse_mass = 1e-30f };
            edges[i] = Native.sprung_edge_new((UIntPtr)(5 + i), (UIntPtr)(5 + (i + 1) % 3), 1e15f);
        }
        SprungException.Check(Native.sprung_network_add_particles(net, heavy, (UIntPtr)3));
        SprungException.Check(Native.sprung_network_add_edges(net, edges, (UIntPtr)3));
        SprungException.Check(Native.sprung_solver_new(net, null, &solver));
        SprungException.Check(Native.sprung_solver_step(solver, 1 / 60f));
        UIntPtr count;
        var particles = Native.sprung_solver_quarantined(solver, &count);
        Expect(count == (UIntPtr)3 && particles[0] == (UIntPtr)5 && particles[2] == (UIntPtr)7, "what overflows is named");
        var positions = Native.sprung_solver_positions(solver);
        Expect(positions[5].x == 5 && positions[4].y < 0, "it is put back, and the others go on");
        SprungException.Check(Native.sprung_solver_free(solver));
        SprungException.Check(Native.sprung_network_free(net));
    }

    static void Expect(bool holds, string claim)
    {
        if (!holds)
        {
            throw new Exception("false: " + claim);
        }
    }

    static void Errors()
    {
        try
        {
            Spring.FromHalflife(0.2f, -1);
            Expect(false, "a negative damping ratio is refused");
        }
        catch (SprungException error)
        {
            Expect(error.Status == SprungStatus.InvalidParameter, "the status is told");
            Expect(error.Message == "damping_ratio must be finite and >= 0, got -1", error.Message);
        }
        try
        {
            Spring.Parse("halflfe=0.2");
            Expect(false, "a misspelled key is refused");
        }
        catch (SprungException error)
        {
            Expect(error.Status == SprungStatus.InvalidText && error.Message.Contains("halflife"), error.Message);
        }
        var step = new SpringStep(new SprungSpringStepF32());
        Expect(float.IsNaN(step.Apply(new SpringState(1), 2).Position), "a step that was not made moves nothing");
        Expect(Spring.Parse("halflife=0.2").SettlingTime > 0.2f, "settling takes longer than the half-life");
    }

    // The component at 30 and at 120 frames per second ends up in the same place.
    static void Component()
    {
        var ends = new float[2];
        for (int run = 0; run < 2; run++)
        {
            int frames = run == 0 ? 30 : 120;
            var follow = new SpringFollow { Target = new UnityEngine.Transform() };
            follow.Target.position = new UnityEngine.Vector3(1, 2, 3);
            const BindingFlags hidden = BindingFlags.NonPublic | BindingFlags.Instance;
            var type = typeof(SpringFollow);
            type.GetMethod("OnEnable", hidden).Invoke(follow, null);
            UnityEngine.Time.deltaTime = 0.5f / frames;
            for (int frame = 0; frame < frames; frame++)
            {
                type.GetMethod("LateUpdate", hidden).Invoke(follow, null);
            }
            ends[run] = follow.transform.position.z;
        }
        Expect(ends[0] > 2 && Math.Abs(ends[0] - ends[1]) < 1e-5, "the frame rate does not matter");
    }

    public static void Main(string[] arguments)
    {
        SprungException.Check(Native.sprung_check_abi(Native.SPRUNG_ABI_VERSION));
        var lines = File.ReadAllLines(arguments[0]);
        var counts = lines[0].Split(' ');
        int doubles = int.Parse(counts[0], CultureInfo.InvariantCulture);
        int singles = int.Parse(counts[1], CultureInfo.InvariantCulture);
        var inputs = Read(lines, 1, doubles);
        Springs(inputs);
        Steps(inputs);
        Batches(Read(lines, 1 + doubles, singles));
        Networks();
        Quarantine();
        Errors();
        Component();
    }
}
