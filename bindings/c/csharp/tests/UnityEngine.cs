// What the component uses of Unity, so that it is compiled and run here.

using System;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }
    }

    public class Transform
    {
        public Vector3 position;
    }

    public class MonoBehaviour
    {
        public Transform transform = new Transform();
    }

    public static class Time
    {
        public static float deltaTime;
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string text)
        {
        }
    }
}
