// A component for Unity: add it to an object, set Target, and the object follows it by a spring, with the same motion at every
// frame rate. Needs Native.cs and Spring.cs beside it, and the library (sprung.dll, libsprung.so or libsprung.dylib) in
// Assets/Plugins; "Allow unsafe code" in the player settings.

using Sprung;
using UnityEngine;

public class SpringFollow : MonoBehaviour
{
    public Transform Target;

    [Tooltip("Seconds until half of the way is left.")]
    public float Halflife = 0.15f;

    [Tooltip("Below 1 it overshoots; 1 does not.")]
    public float DampingRatio = 0.7f;

    SpringState x, y, z;

    void OnEnable()
    {
        var start = transform.position;
        x = new SpringState(start.x);
        y = new SpringState(start.y);
        z = new SpringState(start.z);
    }

    void LateUpdate()
    {
        var step = Spring.FromHalflife(Halflife, DampingRatio).Step(Time.deltaTime);
        var goal = Target.position;
        x = step.Apply(x, goal.x);
        y = step.Apply(y, goal.y);
        z = step.Apply(z, goal.z);
        transform.position = new Vector3(x.Position, y.Position, z.Position);
    }
}
