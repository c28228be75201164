// Springs for C#: the functions of Native.cs that a game uses most, with errors as exceptions. Native.cs has all of them.

using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Sprung
{
    /// <summary>A failed call: its status, and the message.</summary>
    public sealed class SprungException : Exception
    {
        public SprungStatus Status { get; }

        public SprungException(SprungStatus status, string message) : base(message)
        {
            Status = status;
        }

        /// <summary>Throws unless a call succeeded.</summary>
        public static unsafe void Check(SprungStatus status)
        {
            if (status != SprungStatus.Ok)
            {
                throw new SprungException(status, Marshal.PtrToStringAnsi((IntPtr)Native.sprung_last_error()));
            }
        }
    }

    /// <summary>A position and its velocity.</summary>
    public struct SpringState
    {
        public float Position;
        public float Velocity;

        public SpringState(float position, float velocity = 0)
        {
            Position = position;
            Velocity = velocity;
        }
    }

    /// <summary>A damped spring; a value that is checked when it is made.</summary>
    public readonly struct Spring
    {
        /// <summary>What the functions of Native take.</summary>
        public readonly SprungSpringF32 Raw;

        public Spring(SprungSpringF32 raw)
        {
            Raw = raw;
        }

        /// <summary>From the half-life (s) and the damping ratio.</summary>
        public static unsafe Spring FromHalflife(float halflife, float dampingRatio)
        {
            SprungSpringF32 raw;
            SprungException.Check(Native.sprung_spring_from_halflife_f32(halflife, dampingRatio, &raw));
            return new Spring(raw);
        }

        /// <summary>From the undamped frequency (Hz) and the damping ratio.</summary>
        public static unsafe Spring FromFrequency(float frequency, float dampingRatio)
        {
            SprungSpringF32 raw;
            SprungException.Check(Native.sprung_spring_from_frequency_f32(frequency, dampingRatio, &raw));
            return new Spring(raw);
        }

        /// <summary>From a text such as <c>halflife=0.2</c> or <c>unity:smooth_time=0.3</c>.</summary>
        public static unsafe Spring Parse(string spec)
        {
            SprungSpringF32 raw;
            fixed (byte* text = Encoding.UTF8.GetBytes(spec + "\0"))
            {
                SprungException.Check(Native.sprung_spring_parse_f32(text, &raw));
            }
            return new Spring(raw);
        }

        /// <summary>The time (s) after which it stays within a hundredth or so of the way.</summary>
        public float SettlingTime =>
            Native.sprung_spring_settling_time_f32(Raw, Native.sprung_default_settling_tolerance_f32());

        /// <summary>The exact motion over a time step; moves any number of states.</summary>
        public SpringStep Step(float dt)
        {
            return new SpringStep(Native.sprung_spring_step_f32(Raw, dt));
        }
    }

    /// <summary>The coefficients of one time step.</summary>
    public readonly struct SpringStep
    {
        /// <summary>What the functions of Native take.</summary>
        public readonly SprungSpringStepF32 Raw;

        public SpringStep(SprungSpringStepF32 raw)
        {
            Raw = raw;
        }

        /// <summary>The state one step later.</summary>
        public SpringState Apply(SpringState state, float goal)
        {
            var before = new SprungStateF32 { position = state.Position, velocity = state.Velocity };
            var after = Native.sprung_spring_step_apply_f32(Raw, before, goal);
            return new SpringState(after.position, after.velocity);
        }
    }
}
