/* Springs for anything that moves: exact, the same at every frame rate, unconditionally stable.
 *
 * Generated from bindings/c/src by `cargo run -p sprung-c-generator`; do not edit.
 *
 * - Functions that can fail return a SprungStatus, 0 for success, and write their result only then. Functions that return a
 *   value return NaN, 0 or NULL where they fail. sprung_last_error() is the message of the thread.
 * - Springs, states and steps are plain values: copy them, never free them. Networks and solvers are handles, which are freed.
 * - Names end in the precision of their numbers, _f64 or _f32.
 * - Every function may be called from any thread; a value that is changed is for one thread at a time.
 * - A pointer leads to as many values as its function says, aligned for their type; arrays of one call do not overlap unless
 *   all of them are only read. NULL is an error where it is not allowed by name, arrays of length 0 excepted.
 */

#ifndef SPRUNG_H
#define SPRUNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of the binary interface that this header describes; another number is another interface.
#define SPRUNG_ABI_VERSION 1

// A spring that pulls and pushes.
#define SPRUNG_MODE_TWO_WAY 0

// A spring that only pulls, as a rope.
#define SPRUNG_MODE_TENSION_ONLY 1

// A spring that only pushes, as a bumper.
#define SPRUNG_MODE_COMPRESSION_ONLY 2

// Exact where that is safe beside other springs, else backward Euler: the default.
#define SPRUNG_DISCRETIZATION_AUTO 0

// Exact, for a spring that alone holds a body.
#define SPRUNG_DISCRETIZATION_EXACT 1

// Backward Euler, which damps more than was set.
#define SPRUNG_DISCRETIZATION_BACKWARD_EULER 2

// The stiffness is a pair of coefficients per step: `stiffness` and `damping` are the parts removed in each.
#define SPRUNG_EDGE_PER_STEP 0

// The stiffness is a spring, kept for every mass.
#define SPRUNG_EDGE_SPRING 1

// The stiffness is in N/m, the damping in N*s/m.
#define SPRUNG_EDGE_PHYSICAL 2

// The stiffness is a compliance, m/N; the damping in N*s/m.
#define SPRUNG_EDGE_COMPLIANCE 3

// A half space: `a` is a point of its surface, `b` the normal.
#define SPRUNG_SHAPE_PLANE 0

// A ball: `a` is the center.
#define SPRUNG_SHAPE_SPHERE 1

// A capsule: `a` and `b` are the centers of its ends.
#define SPRUNG_SHAPE_CAPSULE 2

// The outcome of a call: 0 is success. The text of the last failure is `sprung_last_error()`.
typedef enum {
  // The call did what it says.
  SPRUNG_STATUS_OK = 0,
  // A parameter is outside its range; the message has its name, its value and the rule.
  SPRUNG_STATUS_INVALID_PARAMETER = 1,
  // A text is not a spring, a damper or the name of a convention.
  SPRUNG_STATUS_INVALID_TEXT = 2,
  // A pointer is NULL, not aligned for its type, or points to numbers that another argument points to.
  SPRUNG_STATUS_INVALID_POINTER = 3,
  // Arrays of one call have different lengths, or an index is not below the length.
  SPRUNG_STATUS_INVALID_LENGTH = 4,
  // A handle was freed or never made.
  SPRUNG_STATUS_INVALID_HANDLE = 5,
  // A step or a spring on bodies was not made by this library.
  SPRUNG_STATUS_INVALID_VALUE = 6,
  // The buffer is too small for the text; the length that it needs was written.
  SPRUNG_STATUS_BUFFER_TOO_SMALL = 7,
  // The library is not the one of the header.
  SPRUNG_STATUS_ABI_MISMATCH = 8,
  // A defect of the library; nothing more is known than the message.
  SPRUNG_STATUS_PANIC = 9,
} SprungStatus;

// A damped spring, `x'' + 2*zeta*omega*x' + omega^2*x = 0` for the offset `x` from its goal.
//
// Made by the functions `sprung_spring_..._f64`. Plain data: copy it, save it, send it. A function that gets one that was
// put together by hand checks it: NaN or a negative damping ratio is an error there, never a wrong motion.
typedef struct {
  // The undamped angular frequency omega, rad/s.
  double angular_frequency;
  // The damping ratio zeta: below 1 it swings, at 1 it is critical, above it creeps.
  double damping_ratio;
  // The decay rate zeta*omega, 1/s. Only of drag, where omega is 0 and zeta infinite, it is more than a product.
  double decay_rate;
} SprungSpringF64;

// A position and its velocity, in the unit of the caller and that unit per second.
typedef struct {
  // The position.
  double position;
  // The velocity, per second.
  double velocity;
} SprungStateF64;

// A time and the value there.
typedef struct {
  // The time, s.
  double time;
  // The value.
  double value;
} SprungExtremumF64;

// A parameter of every spring of a batch: one number for all, or an array with one for each.
//
// Made by `sprung_shared_f64`, `sprung_each_f64` and `sprung_per_vector_f64`.
typedef struct {
  // The array, or NULL.
  const double *values;
  // Its length.
  size_t count;
  // The number of neighboring springs for which one value holds: 1, or the components of a vector.
  size_t components;
  // The number for all, where the array is NULL.
  double shared;
} SprungParamF64;

// The exact motion of a spring over a time step towards a held goal; moves any number of states.
//
// Steps are plain data: copy them, never free them. A step that was not made by its function moves nothing: the result is
// NaN, and `sprung_last_error()` says so.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[6];
} SprungSpringStepF64;

// The exact step towards a goal that moves linearly during the step.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[8];
} SprungMovingGoalStepF64;

// The exact motion of a damper over a time step; moves any number of values.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[2];
} SprungDamperStepF64;

// The exact motion of a damper while its goal moves linearly during the step.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[3];
} SprungMovingGoalDamperStepF64;

// Arrays of the components of rotations and of their angular velocities (rad/s, in the world frame).
typedef struct {
  // The first component of the vector part.
  double *x;
  // The second component of the vector part.
  double *y;
  // The third component of the vector part.
  double *z;
  // The scalar part.
  double *w;
  // The angular velocity about x.
  double *velocity_x;
  // The angular velocity about y.
  double *velocity_y;
  // The angular velocity about z.
  double *velocity_z;
} SprungRotationColumnsF64;

// Four parameters: the components of rotations.
typedef struct {
  // The first component of the vector part.
  SprungParamF64 x;
  // The second component of the vector part.
  SprungParamF64 y;
  // The third component of the vector part.
  SprungParamF64 z;
  // The scalar part.
  SprungParamF64 w;
} SprungRotationParamF64;

// A vector in space.
typedef struct {
  // The first coordinate.
  double x;
  // The second coordinate.
  double y;
  // The third coordinate.
  double z;
} SprungVector3F64;

// A rotation: a unit quaternion `x*i + y*j + z*k + w`.
//
// One whose length is not 1 is scaled to it; of length 0 it is no rotation.
typedef struct {
  // The first component of the vector part.
  double x;
  // The second component of the vector part.
  double y;
  // The third component of the vector part.
  double z;
  // The scalar part.
  double w;
} SprungRotationF64;

// A symmetric matrix by rows.
typedef struct {
  // The first row.
  SprungVector3F64 row_x;
  // The second row.
  SprungVector3F64 row_y;
  // The third row.
  SprungVector3F64 row_z;
} SprungMatrix3F64;

// A rigid body: copy it in from the physics engine, and its velocities back.
typedef struct {
  // The center of mass, m.
  SprungVector3F64 position;
  // The rotation from body to world.
  SprungRotationF64 rotation;
  // The velocity of the center of mass, m/s.
  SprungVector3F64 velocity;
  // The angular velocity in the world frame, rad/s.
  SprungVector3F64 angular_velocity;
  // The inverse mass, 1/kg; 0 is a fixed body.
  double inverse_mass;
  // The inverse inertia in the world frame, 1/(kg*m^2).
  SprungMatrix3F64 inverse_inertia;
  // The acceleration that the engine applies in the next step, such as gravity, m/s^2.
  SprungVector3F64 acceleration;
  // The angular acceleration that the engine applies in the next step, rad/s^2.
  SprungVector3F64 angular_acceleration;
  // The part of these that is not in the velocities yet: 1 before the engine's step.
  double pending_fraction;
} SprungBodyF64;

// A damper, `x' = -rate*x` for the offset `x` from its goal.
typedef struct {
  // The rate, 1/s.
  double rate;
} SprungDamperF64;

// The strength of a spring on bodies; made by `sprung_stiffness_of_spring_f64` or `sprung_stiffness_physical_f64`.
typedef struct {
  // 0: frequency and damping ratio, the same for every mass; 1: stiffness and damping.
  uint32_t kind;
  // The spring of kind 0.
  SprungSpringF64 spring;
  // The stiffness of kind 1, N/m or N*m/rad.
  double stiffness;
  // The damping of kind 1, N*s/m or N*m*s/rad.
  double damping;
} SprungStiffnessF64;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungDistanceSpringMemoryF64;

// A spring that keeps two points at a distance: a rod, a rope, a bumper.
typedef struct {
  // The strength.
  SprungStiffnessF64 spring;
  // The point in the frame of A, m.
  SprungVector3F64 point_a;
  // The point in the frame of B, m; of the world in the world.
  SprungVector3F64 point_b;
  // The distance that it keeps, m.
  double rest_length;
  // The direction in which it acts, one of SPRUNG_MODE_...
  uint32_t mode;
  // Not 0: it damps motion across its line too.
  uint32_t damps_across;
  // The greatest force, N.
  double max_force;
  // The impulse along the line in this step, N*s.
  double impulse;
  // Private.
  SprungDistanceSpringMemoryF64 memory;
} SprungDistanceSpringF64;

// The exact step of a double spring.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[10];
} SprungDoubleStepF64;

// A spring that starts softly: it follows an intermediate goal, which is a spring itself.
typedef struct {
  // The state that is shown.
  SprungStateF64 state;
  // The intermediate goal.
  SprungStateF64 intermediate;
} SprungDoubleSpringF64;

// The step of a timed spring.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[20];
} SprungTimedStepF64;

// A spring that arrives at a given time, or that moves with a given speed.
typedef struct {
  // The state that is shown.
  SprungStateF64 state;
  // The point on the straight line to the goal that it follows.
  double intermediate;
} SprungTimedSpringF64;

// The step of a spring that moves with a given speed.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[21];
} SprungVelocityStepF64;

// A key of a timeline: from its time on, a spring moves a state to a goal.
typedef struct {
  // The time of the key, s.
  double time;
  // The state at that time.
  SprungStateF64 state;
  // The goal from then on.
  double goal;
  // The spring from then on.
  SprungSpringF64 spring;
} SprungTimelineKeyF64;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungOrientationSpringMemoryF64;

// A spring that turns a body to a rotation, in the world or relative to another body.
typedef struct {
  // The strength.
  SprungStiffnessF64 spring;
  // The rotation of A in the frame of B.
  SprungRotationF64 goal;
  // The wanted angular velocity of A relative to B, rad/s.
  SprungVector3F64 goal_velocity;
  // The greatest torque, N*m.
  double max_torque;
  // The angular impulse on A in this step, N*m*s.
  SprungVector3F64 impulse;
  // Private.
  SprungOrientationSpringMemoryF64 memory;
} SprungOrientationSpringF64;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungPointSpringMemoryF64;

// A spring that pulls a point of one body to a point of another, or of the world.
typedef struct {
  // The strength.
  SprungStiffnessF64 spring;
  // The point in the frame of A, m.
  SprungVector3F64 point_a;
  // The point in the frame of B, m; of the world in the world.
  SprungVector3F64 point_b;
  // The wanted velocity of A relative to B, m/s.
  SprungVector3F64 goal_velocity;
  // The greatest force, N.
  double max_force;
  // The impulse on A in this step, N*s: to show, to keep, to break at.
  SprungVector3F64 impulse;
  // Private.
  SprungPointSpringMemoryF64 memory;
} SprungPointSpringF64;

// A rotation and its angular velocity in the world frame.
typedef struct {
  // The rotation.
  SprungRotationF64 rotation;
  // The angular velocity, rad/s.
  SprungVector3F64 angular_velocity;
} SprungRotationStateF64;

// The matrix of a step: `x' = xx*x + xv*v`, `v' = vx*x + vv*v` for the offset `x` from the goal.
typedef struct {
  // Position from position.
  double xx;
  // Position from velocity, s.
  double xv;
  // Velocity from position, 1/s.
  double vx;
  // Velocity from velocity.
  double vv;
} SprungMatrixF64;

// The distance and the speed below which a spring is at rest.
typedef struct {
  // The distance from the goal.
  double distance;
  // The speed, per second.
  double speed;
} SprungRestThresholdF64;

// The exact step towards a held goal and a velocity wanted there.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[8];
} SprungGoalVelocityStepF64;

// The exact step of a spring that is on its goal and at rest at a given time.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[17];
} SprungLandingStepF64;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungSuspensionMemoryF64;

// A spring that pushes a body away from the ground along a ray: wheels, hovering.
typedef struct {
  // The strength.
  SprungStiffnessF64 spring;
  // The start of the ray in the frame of the body, m.
  SprungVector3F64 point;
  // The length of the unloaded spring, m.
  double rest_length;
  // The greatest force, N.
  double max_force;
  // The impulse along the ray in this step, N*s.
  double impulse;
  // Private.
  SprungSuspensionMemoryF64 memory;
} SprungSuspensionF64;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungSwingSpringMemoryF64;

// A spring that turns one axis of a body to a direction: stay upright, look at a point.
typedef struct {
  // The strength.
  SprungStiffnessF64 spring;
  // The axis in the frame of the body, of length 1.
  SprungVector3F64 axis;
  // The direction in the world, of length 1.
  SprungVector3F64 goal;
  // The greatest torque, N*m.
  double max_torque;
  // Private.
  SprungSwingSpringMemoryF64 memory;
} SprungSwingSpringF64;

// A damped spring, `x'' + 2*zeta*omega*x' + omega^2*x = 0` for the offset `x` from its goal.
//
// Made by the functions `sprung_spring_..._f32`. Plain data: copy it, save it, send it. A function that gets one that was
// put together by hand checks it: NaN or a negative damping ratio is an error there, never a wrong motion.
typedef struct {
  // The undamped angular frequency omega, rad/s.
  float angular_frequency;
  // The damping ratio zeta: below 1 it swings, at 1 it is critical, above it creeps.
  float damping_ratio;
  // The decay rate zeta*omega, 1/s. Only of drag, where omega is 0 and zeta infinite, it is more than a product.
  float decay_rate;
} SprungSpringF32;

// A position and its velocity, in the unit of the caller and that unit per second.
typedef struct {
  // The position.
  float position;
  // The velocity, per second.
  float velocity;
} SprungStateF32;

// A time and the value there.
typedef struct {
  // The time, s.
  float time;
  // The value.
  float value;
} SprungExtremumF32;

// A parameter of every spring of a batch: one number for all, or an array with one for each.
//
// Made by `sprung_shared_f32`, `sprung_each_f32` and `sprung_per_vector_f32`.
typedef struct {
  // The array, or NULL.
  const float *values;
  // Its length.
  size_t count;
  // The number of neighboring springs for which one value holds: 1, or the components of a vector.
  size_t components;
  // The number for all, where the array is NULL.
  float shared;
} SprungParamF32;

// The exact motion of a spring over a time step towards a held goal; moves any number of states.
//
// Steps are plain data: copy them, never free them. A step that was not made by its function moves nothing: the result is
// NaN, and `sprung_last_error()` says so.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[6];
} SprungSpringStepF32;

// The exact step towards a goal that moves linearly during the step.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[8];
} SprungMovingGoalStepF32;

// The exact motion of a damper over a time step; moves any number of values.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[2];
} SprungDamperStepF32;

// The exact motion of a damper while its goal moves linearly during the step.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[3];
} SprungMovingGoalDamperStepF32;

// Arrays of the components of rotations and of their angular velocities (rad/s, in the world frame).
typedef struct {
  // The first component of the vector part.
  float *x;
  // The second component of the vector part.
  float *y;
  // The third component of the vector part.
  float *z;
  // The scalar part.
  float *w;
  // The angular velocity about x.
  float *velocity_x;
  // The angular velocity about y.
  float *velocity_y;
  // The angular velocity about z.
  float *velocity_z;
} SprungRotationColumnsF32;

// Four parameters: the components of rotations.
typedef struct {
  // The first component of the vector part.
  SprungParamF32 x;
  // The second component of the vector part.
  SprungParamF32 y;
  // The third component of the vector part.
  SprungParamF32 z;
  // The scalar part.
  SprungParamF32 w;
} SprungRotationParamF32;

// A vector in space.
typedef struct {
  // The first coordinate.
  float x;
  // The second coordinate.
  float y;
  // The third coordinate.
  float z;
} SprungVector3F32;

// A rotation: a unit quaternion `x*i + y*j + z*k + w`.
//
// One whose length is not 1 is scaled to it; of length 0 it is no rotation.
typedef struct {
  // The first component of the vector part.
  float x;
  // The second component of the vector part.
  float y;
  // The third component of the vector part.
  float z;
  // The scalar part.
  float w;
} SprungRotationF32;

// A symmetric matrix by rows.
typedef struct {
  // The first row.
  SprungVector3F32 row_x;
  // The second row.
  SprungVector3F32 row_y;
  // The third row.
  SprungVector3F32 row_z;
} SprungMatrix3F32;

// A rigid body: copy it in from the physics engine, and its velocities back.
typedef struct {
  // The center of mass, m.
  SprungVector3F32 position;
  // The rotation from body to world.
  SprungRotationF32 rotation;
  // The velocity of the center of mass, m/s.
  SprungVector3F32 velocity;
  // The angular velocity in the world frame, rad/s.
  SprungVector3F32 angular_velocity;
  // The inverse mass, 1/kg; 0 is a fixed body.
  float inverse_mass;
  // The inverse inertia in the world frame, 1/(kg*m^2).
  SprungMatrix3F32 inverse_inertia;
  // The acceleration that the engine applies in the next step, such as gravity, m/s^2.
  SprungVector3F32 acceleration;
  // The angular acceleration that the engine applies in the next step, rad/s^2.
  SprungVector3F32 angular_acceleration;
  // The part of these that is not in the velocities yet: 1 before the engine's step.
  float pending_fraction;
} SprungBodyF32;

// A damper, `x' = -rate*x` for the offset `x` from its goal.
typedef struct {
  // The rate, 1/s.
  float rate;
} SprungDamperF32;

// The strength of a spring on bodies; made by `sprung_stiffness_of_spring_f32` or `sprung_stiffness_physical_f32`.
typedef struct {
  // 0: frequency and damping ratio, the same for every mass; 1: stiffness and damping.
  uint32_t kind;
  // The spring of kind 0.
  SprungSpringF32 spring;
  // The stiffness of kind 1, N/m or N*m/rad.
  float stiffness;
  // The damping of kind 1, N*s/m or N*m*s/rad.
  float damping;
} SprungStiffnessF32;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungDistanceSpringMemoryF32;

// A spring that keeps two points at a distance: a rod, a rope, a bumper.
typedef struct {
  // The strength.
  SprungStiffnessF32 spring;
  // The point in the frame of A, m.
  SprungVector3F32 point_a;
  // The point in the frame of B, m; of the world in the world.
  SprungVector3F32 point_b;
  // The distance that it keeps, m.
  float rest_length;
  // The direction in which it acts, one of SPRUNG_MODE_...
  uint32_t mode;
  // Not 0: it damps motion across its line too.
  uint32_t damps_across;
  // The greatest force, N.
  float max_force;
  // The impulse along the line in this step, N*s.
  float impulse;
  // Private.
  SprungDistanceSpringMemoryF32 memory;
} SprungDistanceSpringF32;

// The exact step of a double spring.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[10];
} SprungDoubleStepF32;

// A spring that starts softly: it follows an intermediate goal, which is a spring itself.
typedef struct {
  // The state that is shown.
  SprungStateF32 state;
  // The intermediate goal.
  SprungStateF32 intermediate;
} SprungDoubleSpringF32;

// The step of a timed spring.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[20];
} SprungTimedStepF32;

// A spring that arrives at a given time, or that moves with a given speed.
typedef struct {
  // The state that is shown.
  SprungStateF32 state;
  // The point on the straight line to the goal that it follows.
  float intermediate;
} SprungTimedSpringF32;

// The step of a spring that moves with a given speed.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[21];
} SprungVelocityStepF32;

// A key of a timeline: from its time on, a spring moves a state to a goal.
typedef struct {
  // The time of the key, s.
  float time;
  // The state at that time.
  SprungStateF32 state;
  // The goal from then on.
  float goal;
  // The spring from then on.
  SprungSpringF32 spring;
} SprungTimelineKeyF32;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungOrientationSpringMemoryF32;

// A spring that turns a body to a rotation, in the world or relative to another body.
typedef struct {
  // The strength.
  SprungStiffnessF32 spring;
  // The rotation of A in the frame of B.
  SprungRotationF32 goal;
  // The wanted angular velocity of A relative to B, rad/s.
  SprungVector3F32 goal_velocity;
  // The greatest torque, N*m.
  float max_torque;
  // The angular impulse on A in this step, N*m*s.
  SprungVector3F32 impulse;
  // Private.
  SprungOrientationSpringMemoryF32 memory;
} SprungOrientationSpringF32;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungPointSpringMemoryF32;

// A spring that pulls a point of one body to a point of another, or of the world.
typedef struct {
  // The strength.
  SprungStiffnessF32 spring;
  // The point in the frame of A, m.
  SprungVector3F32 point_a;
  // The point in the frame of B, m; of the world in the world.
  SprungVector3F32 point_b;
  // The wanted velocity of A relative to B, m/s.
  SprungVector3F32 goal_velocity;
  // The greatest force, N.
  float max_force;
  // The impulse on A in this step, N*s: to show, to keep, to break at.
  SprungVector3F32 impulse;
  // Private.
  SprungPointSpringMemoryF32 memory;
} SprungPointSpringF32;

// A rotation and its angular velocity in the world frame.
typedef struct {
  // The rotation.
  SprungRotationF32 rotation;
  // The angular velocity, rad/s.
  SprungVector3F32 angular_velocity;
} SprungRotationStateF32;

// The matrix of a step: `x' = xx*x + xv*v`, `v' = vx*x + vv*v` for the offset `x` from the goal.
typedef struct {
  // Position from position.
  float xx;
  // Position from velocity, s.
  float xv;
  // Velocity from position, 1/s.
  float vx;
  // Velocity from velocity.
  float vv;
} SprungMatrixF32;

// The distance and the speed below which a spring is at rest.
typedef struct {
  // The distance from the goal.
  float distance;
  // The speed, per second.
  float speed;
} SprungRestThresholdF32;

// The exact step towards a held goal and a velocity wanted there.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[8];
} SprungGoalVelocityStepF32;

// The exact step of a spring that is on its goal and at rest at a given time.
typedef struct {
  // Tells a step from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[17];
} SprungLandingStepF32;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungSuspensionMemoryF32;

// A spring that pushes a body away from the ground along a ray: wheels, hovering.
typedef struct {
  // The strength.
  SprungStiffnessF32 spring;
  // The start of the ray in the frame of the body, m.
  SprungVector3F32 point;
  // The length of the unloaded spring, m.
  float rest_length;
  // The greatest force, N.
  float max_force;
  // The impulse along the ray in this step, N*s.
  float impulse;
  // Private.
  SprungSuspensionMemoryF32 memory;
} SprungSuspensionF32;

// The state of a spring between steps.
typedef struct {
  // Tells a spring from memory that was never written.
  uint64_t tag;
  // Private.
  uint64_t words[128];
} SprungSwingSpringMemoryF32;

// A spring that turns one axis of a body to a direction: stay upright, look at a point.
typedef struct {
  // The strength.
  SprungStiffnessF32 spring;
  // The axis in the frame of the body, of length 1.
  SprungVector3F32 axis;
  // The direction in the world, of length 1.
  SprungVector3F32 goal;
  // The greatest torque, N*m.
  float max_torque;
  // Private.
  SprungSwingSpringMemoryF32 memory;
} SprungSwingSpringF32;

// A parameter and its standard error.
typedef struct {
  // The value of least squares.
  double value;
  // The standard error, in the unit of the value; infinite or very large if the samples do not determine the parameter.
  double standard_error;
} SprungEstimate;

// The spring that explains a recorded motion best.
typedef struct {
  // The angular frequency, rad/s.
  SprungEstimate angular_frequency;
  // The damping ratio.
  SprungEstimate damping_ratio;
  // The position before the release.
  SprungEstimate start;
  // The goal after it.
  SprungEstimate goal;
  // The velocity at the release, per second.
  SprungEstimate velocity;
  // The time from the first sample to the release, s.
  SprungEstimate delay;
  // The root of the mean square of what the spring leaves.
  double residual;
  // Says whether the spring explains the recording; where it does not, the parameters mean little.
  bool is_explained;
} SprungSpringFit;

// The stiffness of an edge; all 0 but `stiffness` and `damping` of 1 is rigid.
typedef struct {
  // One of SPRUNG_EDGE_...
  uint32_t kind;
  // The stiffness, of every kind but the spring.
  float stiffness;
  // The damping, of every kind but the spring.
  float damping;
  // The spring of that kind.
  SprungSpringF32 spring;
} SprungEdgeStiffness;

// An edge of a network: a spring between two particles.
typedef struct {
  // The first particle.
  size_t a;
  // The second particle.
  size_t b;
  // The length at rest, m.
  float rest_length;
  // The stiffness.
  SprungEdgeStiffness stiffness;
  // One of SPRUNG_MODE_...
  uint32_t mode;
  // The part of its length by which it may be longer before it tears; infinite: it never does.
  float tear_strain;
} SprungEdge;

// A handle of a network; free it with `sprung_network_free`. One that was freed is an error, not a crash.
typedef struct {
  // The number of the network; 0 is none.
  uint64_t id;
} SprungNetwork;

// A particle of a network.
typedef struct {
  // The position, m.
  SprungVector3F32 position;
  // The velocity, m/s.
  SprungVector3F32 velocity;
  // The inverse mass, 1/kg; 0 is fixed.
  float inverse_mass;
} SprungParticle;

// A shape that particles stay out of; made by `sprung_collider_plane` and the others.
typedef struct {
  // One of SPRUNG_SHAPE_...
  uint32_t shape;
  // A point, m.
  SprungVector3F32 a;
  // Another point (m), or a direction.
  SprungVector3F32 b;
  // The radius, m.
  float radius;
  // The friction.
  float friction;
  // The velocity, m/s.
  SprungVector3F32 velocity;
  // The angular velocity, rad/s.
  SprungVector3F32 angular_velocity;
  // The point that it turns about, m.
  SprungVector3F32 pivot;
} SprungCollider;

// The surroundings of a network.
typedef struct {
  // The gravity, m/s^2.
  SprungVector3F32 gravity;
  // The drag of the air, 1/s.
  float drag;
  // The velocity of the air, m/s.
  SprungVector3F32 wind;
} SprungEnvironment;

// The settings of a solver; begin with `sprung_settings_default`.
typedef struct {
  // The number of small steps in a time step, at least 1.
  size_t substeps;
  // Not 0: it solves woven networks line by line.
  uint32_t line_solver;
  // The surroundings.
  SprungEnvironment environment;
  // An island sleeps when no particle of it has been faster than this for half a second, m/s; 0 never.
  float sleep_speed;
} SprungSettings;

// A handle of a solver; free it with `sprung_solver_free`. One that was freed is an error, not a crash.
typedef struct {
  // The number of the solver; 0 is none.
  uint64_t id;
} SprungSolver;

// The stretch of the edges of a network.
typedef struct {
  // The greatest, a part of the length at rest.
  double max;
  // The mean, a part of the length at rest.
  double mean;
} SprungStretch;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the binary interface of the library.
uint32_t sprung_abi_version(void);

// Checks once, at the start of a program, that the library is the one of the header: pass `SPRUNG_ABI_VERSION`.
SprungStatus sprung_check_abi(uint32_t abi_version);

// The version of the library, such as `0.1.0`.
const char *sprung_version(void);

// The message of the last failure of this thread, empty if there was none; valid until the next failure in this thread.
//
// Functions that return a number, a state or a pointer instead of a status return NaN, 0 or NULL when they fail, and leave
// their message here too.
const char *sprung_last_error(void);

// The name of a status, such as `invalid parameter`; for a number that is none `unknown status`.
const char *sprung_status_name(int32_t status);

// The kind of motion: 0 undamped, 1 under-damped, 2 critical, 3 over-damped, 4 drag without stiffness.
//
// Of a spring that is none 0, and a message.
uint32_t sprung_spring_regime_f64(SprungSpringF64 spring);

// The time (s) after which a step response stays within a tolerance (a part of the way) of its goal.
double sprung_spring_settling_time_f64(SprungSpringF64 spring,
                                       double tolerance);

// The tolerance of the settling time where none is asked for.
double sprung_default_settling_tolerance_f64(void);

// The time (s) at which a step response first has this part of the way left; infinite for what is never left.
double sprung_spring_crossing_time_f64(SprungSpringF64 spring,
                                       double left);

// The energy of a state per unit of mass: half of the squared velocity and of stiffness times squared offset.
double sprung_spring_energy_f64(SprungSpringF64 spring,
                                SprungStateF64 state,
                                double goal);

// The time (s) after which the motion from a state stays within a distance of its goal.
double sprung_response_settling_time_f64(SprungSpringF64 spring,
                                         SprungStateF64 state,
                                         double goal,
                                         double distance);

// The time (s) at which the motion from a state first has an offset from its goal; infinite for one that it never has.
double sprung_response_crossing_time_f64(SprungSpringF64 spring,
                                         SprungStateF64 state,
                                         double goal,
                                         double offset);

// The first offset beyond the goal and its time; without one an infinite time and an offset of 0.
SprungExtremumF64 sprung_response_overshoot_f64(SprungSpringF64 spring,
                                                SprungStateF64 state,
                                                double goal);

// The greatest distance from the goal of the motion from a state, and its time.
SprungExtremumF64 sprung_response_max_offset_f64(SprungSpringF64 spring,
                                                 SprungStateF64 state,
                                                 double goal);

// The greatest speed (per second) of the motion from a state, and its time.
SprungExtremumF64 sprung_response_max_speed_f64(SprungSpringF64 spring,
                                                SprungStateF64 state,
                                                double goal);

// The greatest acceleration (per second squared) of the motion from a state, and its time.
SprungExtremumF64 sprung_response_max_acceleration_f64(SprungSpringF64 spring,
                                                       SprungStateF64 state,
                                                       double goal);

// The length of the way that the motion from a state covers until it rests.
double sprung_response_path_length_f64(SprungSpringF64 spring, SprungStateF64 state, double goal);

// The part of the amplitude of a goal that swings with a frequency (Hz) which a spring passes on if it follows it.
double sprung_spring_follow_gain_f64(SprungSpringF64 spring,
                                     double frequency);

// The angle (rad) by which a spring is ahead of a goal that swings with a frequency (Hz) if it follows it.
double sprung_spring_follow_phase_f64(SprungSpringF64 spring,
                                      double frequency);

// The part of the amplitude of a goal that swings with a frequency (Hz) which a spring passes on if it tracks it.
double sprung_spring_track_gain_f64(SprungSpringF64 spring,
                                    double frequency);

// The angle (rad) by which a spring is ahead of a goal that swings with a frequency (Hz) if it tracks it.
double sprung_spring_track_phase_f64(SprungSpringF64 spring,
                                     double frequency);

// A parameter that all springs share.
SprungParamF64 sprung_shared_f64(double value);

// A parameter that each spring has its own of.
SprungParamF64 sprung_each_f64(const double *values, size_t count);

// A parameter with one value for each vector of 2, 3 or 4 components.
SprungParamF64 sprung_per_vector_f64(const double *values, size_t count, size_t components);

// Moves `count` states by one step: vectors of any length, or a crowd of equal springs.
SprungStatus sprung_batch_spring_f64(SprungSpringStepF64 step,
                                     double *position,
                                     double *velocity,
                                     size_t count,
                                     SprungParamF64 goal);

// Moves `count` states by one step, while their goals moved steadily `from` one place `to` another.
SprungStatus sprung_batch_spring_moving_goal_f64(SprungMovingGoalStepF64 step,
                                                 double *position,
                                                 double *velocity,
                                                 size_t count,
                                                 SprungParamF64 from,
                                                 SprungParamF64 to);

// Moves `count` states, each by a spring and a time step of its own.
//
// A spring whose angular frequency or damping ratio is NaN or negative makes its own state NaN and no other.
SprungStatus sprung_batch_springs_f64(SprungParamF64 angular_frequency,
                                      SprungParamF64 damping_ratio,
                                      SprungParamF64 dt,
                                      double *position,
                                      double *velocity,
                                      size_t count,
                                      SprungParamF64 goal);

// Moves `count` states by critically damped springs, each with a half-life (s) of its own: the cheapest.
SprungStatus sprung_batch_critical_springs_f64(SprungParamF64 halflife,
                                               SprungParamF64 dt,
                                               double *position,
                                               double *velocity,
                                               size_t count,
                                               SprungParamF64 goal);

// Moves `count` values by one step of a damper.
SprungStatus sprung_batch_damper_f64(SprungDamperStepF64 step,
                                     double *values,
                                     size_t count,
                                     SprungParamF64 goal);

// Moves `count` values by one step of a damper, while their goals moved steadily `from` one place `to` another.
SprungStatus sprung_batch_damper_moving_goal_f64(SprungMovingGoalDamperStepF64 step,
                                                 double *values,
                                                 size_t count,
                                                 SprungParamF64 from,
                                                 SprungParamF64 to);

// Moves `count` values by dampers, each with a half-life (s) of its own.
SprungStatus sprung_batch_dampers_f64(SprungParamF64 halflife,
                                      SprungParamF64 dt,
                                      double *values,
                                      size_t count,
                                      SprungParamF64 goal);

// Turns `count` rotations towards their goals, each by a spring of its own: the bones of a pose.
SprungStatus sprung_batch_rotation_springs_f64(SprungParamF64 angular_frequency,
                                               SprungParamF64 damping_ratio,
                                               SprungParamF64 dt,
                                               SprungRotationColumnsF64 rotations,
                                               size_t count,
                                               SprungRotationParamF64 goal);

// A body at the origin from its mass (kg) and principal moments of inertia (kg*m^2); infinite ones do not move.
//
// Values that are not above 0 count as infinite; `sprung_body_validate_f64` refuses what cannot be simulated.
SprungBodyF64 sprung_body_new_f64(double mass,
                                  SprungVector3F64 inertia);

// A body of the plane `z = 0` from its mass (kg) and its moment of inertia about z (kg*m^2).
SprungBodyF64 sprung_body_planar_f64(double mass, double inertia);

// A fixed body: the world.
SprungBodyF64 sprung_body_fixed_f64(void);

// Checks that a body can be simulated: a finite state, an inverse mass and inertia that are finite and not negative.
SprungStatus sprung_body_validate_f64(const SprungBodyF64 *body);

// Sets the world inertia from principal moments (kg*m^2) along the body's own axes and its rotation now.
SprungStatus sprung_body_set_inertia_f64(SprungBodyF64 *body,
                                         SprungVector3F64 inertia);

// The world position (m) of a point given in the body's frame.
SprungVector3F64 sprung_body_point_f64(const SprungBodyF64 *body, SprungVector3F64 local);

// The velocity (m/s) of a point of the world as if it belonged to the body.
SprungVector3F64 sprung_body_velocity_at_f64(const SprungBodyF64 *body, SprungVector3F64 point);

// Changes the velocities by an impulse (N*s) at the center of mass and an angular impulse (N*m*s).
SprungStatus sprung_body_apply_f64(SprungBodyF64 *body,
                                   SprungVector3F64 linear,
                                   SprungVector3F64 angular);

// Changes the velocities by an impulse (N*s) at a point of the world.
SprungStatus sprung_body_apply_at_f64(SprungBodyF64 *body,
                                      SprungVector3F64 point,
                                      SprungVector3F64 impulse);

// A damper from its rate, 1/s.
SprungStatus sprung_damper_from_rate_f64(double rate, SprungDamperF64 *damper);

// A damper from its half-life, s.
SprungStatus sprung_damper_from_halflife_f64(double halflife, SprungDamperF64 *damper);

// A damper from its time constant, s.
SprungStatus sprung_damper_from_time_constant_f64(double time_constant, SprungDamperF64 *damper);

// A damper from the factor of `x = lerp(x, goal, factor)` at a frame of `reference_step` seconds.
SprungStatus sprung_damper_from_smoothing_factor_f64(double factor,
                                                     double reference_step,
                                                     SprungDamperF64 *damper);

// A damper from a text such as `rate=5` or `cinemachine:damping=0.5`.
SprungStatus sprung_damper_parse_f64(const char *spec, SprungDamperF64 *damper);

// The half-life, s.
double sprung_damper_halflife_f64(SprungDamperF64 damper);

// The time constant, s.
double sprung_damper_time_constant_f64(SprungDamperF64 damper);

// The step of a damper over `dt` seconds; a `dt` that is 0, negative or NaN changes nothing.
SprungDamperStepF64 sprung_damper_step_f64(SprungDamperF64 damper, double dt);

// The value one step later.
double sprung_damper_step_apply_f64(SprungDamperStepF64 step, double value_before, double goal);

// The step of a damper that follows a moving goal: it lags by the time constant.
SprungMovingGoalDamperStepF64 sprung_damper_follow_step_f64(SprungDamperF64 damper, double dt);

// The value one step later, while the goal moved steadily `from` one place `to` another.
double sprung_moving_goal_damper_step_apply_f64(SprungMovingGoalDamperStepF64 step,
                                                double value_before,
                                                double from,
                                                double to);

// Makes a distance spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_distance_spring_new_f64(SprungStiffnessF64 stiffness,
                                            SprungVector3F64 point_a,
                                            SprungVector3F64 point_b,
                                            double rest_length,
                                            SprungDistanceSpringF64 *spring);

// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
SprungStatus sprung_distance_spring_prepare_f64(SprungDistanceSpringF64 *spring,
                                                const SprungBodyF64 *a,
                                                const SprungBodyF64 *b,
                                                uint32_t solver,
                                                double dt);

// Begins a step with an impulse, such as the one of the step before: for several springs in few passes.
SprungStatus sprung_distance_spring_warm_start_f64(SprungDistanceSpringF64 *spring,
                                                   SprungBodyF64 *a,
                                                   SprungBodyF64 *b,
                                                   double impulse);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_distance_spring_solve_f64(SprungDistanceSpringF64 *spring,
                                              SprungBodyF64 *a,
                                              SprungBodyF64 *b);

// The step of a double spring from its half-life (s) over `dt` seconds.
SprungStatus sprung_double_step_from_halflife_f64(double halflife,
                                                  double dt,
                                                  SprungDoubleStepF64 *step);

// Moves a double spring by a step.
SprungStatus sprung_double_spring_update_f64(SprungDoubleSpringF64 *spring,
                                             double goal,
                                             SprungDoubleStepF64 step);

// The lookahead (s) with which a timed spring arrives on time, to half of what is left.
double sprung_spring_default_lookahead_f64(SprungSpringF64 spring);

// The step of a timed spring over `dt` seconds, which aims `lookahead` seconds ahead on the straight line to its goal.
SprungTimedStepF64 sprung_spring_timed_step_f64(SprungSpringF64 spring,
                                                double lookahead,
                                                double dt);

// The step of a timed spring that is on its goal and at rest at the goal's time.
SprungTimedStepF64 sprung_spring_arrival_step_f64(SprungSpringF64 spring, double dt);

// Moves a timed spring towards a goal where it is to be `time_left` seconds after the begin of the step.
SprungStatus sprung_timed_spring_update_f64(SprungTimedSpringF64 *spring,
                                            double goal,
                                            double time_left,
                                            SprungTimedStepF64 step);

// The step of a spring that moves with a given speed (per second).
SprungVelocityStepF64 sprung_spring_velocity_step_f64(SprungSpringF64 spring,
                                                      double speed,
                                                      double lookahead,
                                                      double dt);

// Moves a spring with the speed of the step.
SprungStatus sprung_velocity_spring_update_f64(SprungTimedSpringF64 *spring,
                                               double goal,
                                               SprungVelocityStepF64 step);

// Switches from one animation to another without a jump: adds the difference to the offset that is shown.
SprungStatus sprung_inertialization_transition_f64(SprungStateF64 *offset,
                                                   SprungStateF64 from,
                                                   SprungStateF64 to);

// Decays the offset by a step.
SprungStatus sprung_inertialization_update_f64(SprungStateF64 *offset, SprungSpringStepF64 step);

// The state that is shown for a state of the animation: with the offset.
SprungStateF64 sprung_inertialization_apply_f64(SprungStateF64 offset, SprungStateF64 animation);

// Checks the keys of a timeline once: at least one, finite ascending times, springs that are springs.
SprungStatus sprung_timeline_check_f64(const SprungTimelineKeyF64 *keys,
                                       size_t count);

// The state of a timeline at any time: one step from the key before it, however many keys there are.
//
// The keys are those that `sprung_timeline_check_f64` accepts. Before the first key it is at rest there.
SprungStatus sprung_timeline_state_at_f64(const SprungTimelineKeyF64 *keys,
                                          size_t count,
                                          double time,
                                          SprungStateF64 *state);

// The key that continues a timeline at any time: set its goal or its spring to interrupt the motion there.
SprungStatus sprung_timeline_key_at_f64(SprungTimelineKeyF64 key,
                                        double time,
                                        SprungTimelineKeyF64 *continued);

// Makes an orientation spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_orientation_spring_new_f64(SprungStiffnessF64 stiffness,
                                               SprungRotationF64 goal,
                                               SprungOrientationSpringF64 *spring);

// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
SprungStatus sprung_orientation_spring_prepare_f64(SprungOrientationSpringF64 *spring,
                                                   const SprungBodyF64 *a,
                                                   const SprungBodyF64 *b,
                                                   uint32_t solver,
                                                   double dt);

// Begins a step with an impulse, such as the one of the step before: for several springs in few passes.
SprungStatus sprung_orientation_spring_warm_start_f64(SprungOrientationSpringF64 *spring,
                                                      SprungBodyF64 *a,
                                                      SprungBodyF64 *b,
                                                      SprungVector3F64 impulse);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_orientation_spring_solve_f64(SprungOrientationSpringF64 *spring,
                                                 SprungBodyF64 *a,
                                                 SprungBodyF64 *b);

// Makes a point spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_point_spring_new_f64(SprungStiffnessF64 stiffness,
                                         SprungVector3F64 point_a,
                                         SprungVector3F64 point_b,
                                         SprungPointSpringF64 *spring);

// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
SprungStatus sprung_point_spring_prepare_f64(SprungPointSpringF64 *spring,
                                             const SprungBodyF64 *a,
                                             const SprungBodyF64 *b,
                                             uint32_t solver,
                                             double dt);

// Begins a step with an impulse, such as the one of the step before: for several springs in few passes.
SprungStatus sprung_point_spring_warm_start_f64(SprungPointSpringF64 *spring,
                                                SprungBodyF64 *a,
                                                SprungBodyF64 *b,
                                                SprungVector3F64 impulse);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_point_spring_solve_f64(SprungPointSpringF64 *spring,
                                           SprungBodyF64 *a,
                                           SprungBodyF64 *b);

// No rotation.
SprungRotationF64 sprung_rotation_identity_f64(void);

// The rotation about the direction of a vector by its length in radians.
SprungRotationF64 sprung_rotation_from_vector_f64(SprungVector3F64 vector);

// The shortest rotation vector: axis times angle (rad).
SprungVector3F64 sprung_rotation_to_vector_f64(SprungRotationF64 rotation);

// A rotation followed by another, both in the world frame.
SprungRotationF64 sprung_rotation_then_f64(SprungRotationF64 rotation, SprungRotationF64 next);

// The inverse rotation.
SprungRotationF64 sprung_rotation_inverse_f64(SprungRotationF64 rotation);

// A vector, rotated.
SprungVector3F64 sprung_rotation_rotate_f64(SprungRotationF64 rotation, SprungVector3F64 vector);

// The state of a rotation one step later, by the shorter way around.
SprungRotationStateF64 sprung_spring_step_apply_rotation_f64(SprungSpringStepF64 step,
                                                             SprungRotationStateF64 state,
                                                             SprungRotationF64 goal);

// The state of a rotation one step later, while its goal turned steadily `from` one rotation `to` another.
SprungRotationStateF64 sprung_moving_goal_step_apply_rotation_f64(SprungMovingGoalStepF64 step,
                                                                  SprungRotationStateF64 state,
                                                                  SprungRotationF64 from,
                                                                  SprungRotationF64 to);

// A spring from its undamped angular frequency (rad/s, >= 0) and damping ratio (>= 0); both may be infinite.
SprungStatus sprung_spring_new_f64(double angular_frequency,
                                   double damping_ratio,
                                   SprungSpringF64 *spring);

// A critically damped spring from its angular frequency, rad/s.
SprungStatus sprung_spring_critical_f64(double angular_frequency, SprungSpringF64 *spring);

// A spring from its undamped frequency (Hz) and damping ratio.
SprungStatus sprung_spring_from_frequency_f64(double frequency,
                                              double damping_ratio,
                                              SprungSpringF64 *spring);

// A spring from its half-life (s): half of the offset is left after it, at any damping ratio.
SprungStatus sprung_spring_from_halflife_f64(double halflife,
                                             double damping_ratio,
                                             SprungSpringF64 *spring);

// A spring from its lag behind a steady goal (s), which is the smooth time of Unity, and damping ratio (> 0).
SprungStatus sprung_spring_from_lag_f64(double lag,
                                        double damping_ratio,
                                        SprungSpringF64 *spring);

// A spring from its duration (s) and bounce (-1 to 1), as in SwiftUI.
SprungStatus sprung_spring_from_duration_and_bounce_f64(double duration,
                                                        double bounce,
                                                        SprungSpringF64 *spring);

// A spring from stiffness (1/s^2) and damping (1/s) per unit of mass; stiffness 0 is drag.
SprungStatus sprung_spring_from_stiffness_and_damping_f64(double stiffness,
                                                          double damping,
                                                          SprungSpringF64 *spring);

// A spring from mass, stiffness and damping, such as kg, N/m and N*s/m.
SprungStatus sprung_spring_from_mass_stiffness_and_damping_f64(double mass,
                                                               double stiffness,
                                                               double damping,
                                                               SprungSpringF64 *spring);

// A spring from its settling time (s), damping ratio and tolerance (a part of the way).
SprungStatus sprung_spring_from_settling_time_f64(double settling_time,
                                                  double damping_ratio,
                                                  double tolerance,
                                                  SprungSpringF64 *spring);

// A spring from its settling time (s), overshoot (a part of the way) and tolerance.
SprungStatus sprung_spring_from_settling_time_and_overshoot_f64(double settling_time,
                                                                double overshoot,
                                                                double tolerance,
                                                                SprungSpringF64 *spring);

// A spring from the time of its first peak (s) and the overshoot there (a part of the way).
SprungStatus sprung_spring_from_peak_time_and_overshoot_f64(double peak_time,
                                                            double overshoot,
                                                            SprungSpringF64 *spring);

// A spring from its rise time (s) and damping ratio.
SprungStatus sprung_spring_from_rise_time_f64(double rise_time,
                                              double damping_ratio,
                                              SprungSpringF64 *spring);

// A spring from its bandwidth (Hz) and damping ratio.
SprungStatus sprung_spring_from_bandwidth_f64(double bandwidth,
                                              double damping_ratio,
                                              SprungSpringF64 *spring);

// The spring that covers a distance from rest without ever exceeding an acceleration.
SprungStatus sprung_spring_from_max_acceleration_f64(double acceleration,
                                                     double distance,
                                                     double damping_ratio,
                                                     SprungSpringF64 *spring);

// The spring that covers a distance from rest without ever exceeding a speed.
SprungStatus sprung_spring_from_max_speed_f64(double speed,
                                              double distance,
                                              double damping_ratio,
                                              SprungSpringF64 *spring);

// The spring of two points of a measured step response: the parts of the way covered at two times (s).
SprungStatus sprung_spring_fit_step_response_f64(double first_time,
                                                 double first_value,
                                                 double second_time,
                                                 double second_value,
                                                 SprungSpringF64 *spring);

// A spring from a text: `halflife=0.2`, `frequency=2,damping_ratio=0.5`, `stiffness=170,damping=26,mass=1`,
// `duration=0.5,bounce=0.3`, or another library's parameters: `unity:smooth_time=0.3`, `react-spring:tension=170,friction=26`.
SprungStatus sprung_spring_parse_f64(const char *spec,
                                     SprungSpringF64 *spring);

// Writes the text of a spring, which parses back to it bit for bit, and a 0.
//
// The length without the 0 is written to `length` unless that is NULL, also if the buffer is too small; 256 bytes always do.
SprungStatus sprung_spring_to_text_f64(SprungSpringF64 spring,
                                       char *buffer,
                                       size_t size,
                                       size_t *length);

// The default spring: duration 0.5 s without bounce, as in SwiftUI.
SprungSpringF64 sprung_spring_default_f64(void);

// The nearest spring to any two numbers: negative ones and NaN count as 0. For literals and sliders.
SprungSpringF64 sprung_spring_clamped_f64(double angular_frequency,
                                          double damping_ratio);

// The damping ratio of a spring that overshoots by this part of the way.
double sprung_damping_ratio_from_overshoot_f64(double overshoot);

// The undamped frequency, Hz.
double sprung_spring_frequency_f64(SprungSpringF64 spring);

// The angular frequency of the swings, rad/s; 0 without swings.
double sprung_spring_damped_angular_frequency_f64(SprungSpringF64 spring);

// The stiffness per unit of mass, 1/s^2.
double sprung_spring_stiffness_f64(SprungSpringF64 spring);

// The damping per unit of mass, 1/s.
double sprung_spring_damping_f64(SprungSpringF64 spring);

// The lag behind a goal of constant velocity, s.
double sprung_spring_lag_f64(SprungSpringF64 spring);

// The overshoot of a step response, a part of the way.
double sprung_spring_overshoot_f64(SprungSpringF64 spring);

// SwiftUI's duration, s.
double sprung_spring_duration_f64(SprungSpringF64 spring);

// SwiftUI's bounce, -1 to 1.
double sprung_spring_bounce_f64(SprungSpringF64 spring);

// The half-life, s.
double sprung_spring_halflife_f64(SprungSpringF64 spring);

// The time of the first peak of a step response, s; infinite without one.
double sprung_spring_peak_time_f64(SprungSpringF64 spring);

// The time from 10 % to 90 % of the way, s.
double sprung_spring_rise_time_f64(SprungSpringF64 spring);

// The bandwidth of following a goal, Hz.
double sprung_spring_bandwidth_f64(SprungSpringF64 spring);

// The step of a spring over `dt` seconds; a `dt` that is 0, negative or NaN changes nothing.
SprungSpringStepF64 sprung_spring_step_f64(SprungSpringF64 spring, double dt);

// The state one step later.
SprungStateF64 sprung_spring_step_apply_f64(SprungSpringStepF64 step,
                                            SprungStateF64 state,
                                            double goal);

// The state of an angle (rad) one step later, by the shorter way around.
SprungStateF64 sprung_spring_step_apply_angle_f64(SprungSpringStepF64 step,
                                                  SprungStateF64 state,
                                                  double goal);

// The state one step later of a spring that tracks an animation: the animation's state after the step, and its acceleration.
SprungStateF64 sprung_spring_step_apply_tracking_f64(SprungSpringStepF64 step,
                                                     SprungStateF64 state,
                                                     SprungStateF64 animation,
                                                     double acceleration);

// The matrix of a step.
SprungMatrixF64 sprung_spring_step_matrix_f64(SprungSpringStepF64 step);

// The duration of a step, s.
double sprung_spring_step_dt_f64(SprungSpringStepF64 step);

// The least threshold that a motion of a given size reaches in steps like this one.
SprungRestThresholdF64 sprung_spring_step_rest_threshold_f64(SprungSpringStepF64 step, double size);

// The goal, at rest, if the state is within the threshold, else the state.
SprungStateF64 sprung_rest_threshold_settle_f64(SprungRestThresholdF64 threshold,
                                                SprungStateF64 state,
                                                double goal);

// The step that follows a moving goal, damped relative to the world: it lags by `sprung_spring_lag_f64`.
SprungMovingGoalStepF64 sprung_spring_follow_step_f64(SprungSpringF64 spring,
                                                      double dt);

// The step that tracks a moving goal, damped relative to the goal: no lag.
SprungMovingGoalStepF64 sprung_spring_track_step_f64(SprungSpringF64 spring, double dt);

// The state one step later, while the goal moved steadily `from` one place `to` another.
SprungStateF64 sprung_moving_goal_step_apply_f64(SprungMovingGoalStepF64 step,
                                                 SprungStateF64 state,
                                                 double from,
                                                 double to);

// The step towards a held goal and a velocity wanted there (Holden's goal velocity).
SprungGoalVelocityStepF64 sprung_spring_goal_velocity_step_f64(SprungSpringF64 spring, double dt);

// The state one step later, for a held goal and the velocity wanted there.
SprungStateF64 sprung_goal_velocity_step_apply_f64(SprungGoalVelocityStepF64 step,
                                                   SprungStateF64 state,
                                                   double goal,
                                                   double goal_velocity);

// The step of a spring that is on its goal and at rest after `time_left` seconds.
SprungLandingStepF64 sprung_spring_landing_step_f64(SprungSpringF64 spring,
                                                    double time_left,
                                                    double dt);

// The state one step later.
SprungStateF64 sprung_landing_step_apply_f64(SprungLandingStepF64 step,
                                             SprungStateF64 state,
                                             double goal);

// Makes a step and moves one state by it: what a program with a single spring needs.
//
// A spring that is none changes nothing and is an error.
SprungStatus sprung_spring_update_f64(SprungSpringF64 spring,
                                      SprungStateF64 *state,
                                      double goal,
                                      double dt);

// The strength of a spring that keeps its frequency and damping ratio for every mass.
SprungStiffnessF64 sprung_stiffness_of_spring_f64(SprungSpringF64 spring);

// The strength of a spring in newtons: stiffness (N/m or N*m/rad) and damping (N*s/m or N*m*s/rad).
SprungStiffnessF64 sprung_stiffness_physical_f64(double stiffness, double damping);

// Makes a suspension; the other fields are as in the documentation, and may be set.
SprungStatus sprung_suspension_new_f64(SprungStiffnessF64 stiffness,
                                       SprungVector3F64 point,
                                       double rest_length,
                                       SprungSuspensionF64 *spring);

// Reads the bodies for a step of `dt` seconds: the direction of the ray in the world (of length 1) and the distance (m) at which
// it met the ground, which is infinite or NaN if it met none.
SprungStatus sprung_suspension_prepare_f64(SprungSuspensionF64 *spring,
                                           const SprungBodyF64 *body,
                                           const SprungBodyF64 *ground,
                                           SprungVector3F64 direction,
                                           double length,
                                           uint32_t solver,
                                           double dt);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_suspension_solve_f64(SprungSuspensionF64 *spring,
                                         SprungBodyF64 *body,
                                         SprungBodyF64 *ground);

// Makes a swing spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_swing_spring_new_f64(SprungStiffnessF64 stiffness,
                                         SprungVector3F64 axis,
                                         SprungVector3F64 goal,
                                         SprungSwingSpringF64 *spring);

// Reads the body for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...
SprungStatus sprung_swing_spring_prepare_f64(SprungSwingSpringF64 *spring,
                                             const SprungBodyF64 *body,
                                             uint32_t solver,
                                             double dt);

// Changes the angular velocity of the body.
SprungStatus sprung_swing_spring_solve_f64(SprungSwingSpringF64 *spring, SprungBodyF64 *body);

// The kind of motion: 0 undamped, 1 under-damped, 2 critical, 3 over-damped, 4 drag without stiffness.
//
// Of a spring that is none 0, and a message.
uint32_t sprung_spring_regime_f32(SprungSpringF32 spring);

// The time (s) after which a step response stays within a tolerance (a part of the way) of its goal.
float sprung_spring_settling_time_f32(SprungSpringF32 spring,
                                      float tolerance);

// The tolerance of the settling time where none is asked for.
float sprung_default_settling_tolerance_f32(void);

// The time (s) at which a step response first has this part of the way left; infinite for what is never left.
float sprung_spring_crossing_time_f32(SprungSpringF32 spring,
                                      float left);

// The energy of a state per unit of mass: half of the squared velocity and of stiffness times squared offset.
float sprung_spring_energy_f32(SprungSpringF32 spring,
                               SprungStateF32 state,
                               float goal);

// The time (s) after which the motion from a state stays within a distance of its goal.
float sprung_response_settling_time_f32(SprungSpringF32 spring,
                                        SprungStateF32 state,
                                        float goal,
                                        float distance);

// The time (s) at which the motion from a state first has an offset from its goal; infinite for one that it never has.
float sprung_response_crossing_time_f32(SprungSpringF32 spring,
                                        SprungStateF32 state,
                                        float goal,
                                        float offset);

// The first offset beyond the goal and its time; without one an infinite time and an offset of 0.
SprungExtremumF32 sprung_response_overshoot_f32(SprungSpringF32 spring,
                                                SprungStateF32 state,
                                                float goal);

// The greatest distance from the goal of the motion from a state, and its time.
SprungExtremumF32 sprung_response_max_offset_f32(SprungSpringF32 spring,
                                                 SprungStateF32 state,
                                                 float goal);

// The greatest speed (per second) of the motion from a state, and its time.
SprungExtremumF32 sprung_response_max_speed_f32(SprungSpringF32 spring,
                                                SprungStateF32 state,
                                                float goal);

// The greatest acceleration (per second squared) of the motion from a state, and its time.
SprungExtremumF32 sprung_response_max_acceleration_f32(SprungSpringF32 spring,
                                                       SprungStateF32 state,
                                                       float goal);

// The length of the way that the motion from a state covers until it rests.
float sprung_response_path_length_f32(SprungSpringF32 spring, SprungStateF32 state, float goal);

// The part of the amplitude of a goal that swings with a frequency (Hz) which a spring passes on if it follows it.
float sprung_spring_follow_gain_f32(SprungSpringF32 spring,
                                    float frequency);

// The angle (rad) by which a spring is ahead of a goal that swings with a frequency (Hz) if it follows it.
float sprung_spring_follow_phase_f32(SprungSpringF32 spring,
                                     float frequency);

// The part of the amplitude of a goal that swings with a frequency (Hz) which a spring passes on if it tracks it.
float sprung_spring_track_gain_f32(SprungSpringF32 spring,
                                   float frequency);

// The angle (rad) by which a spring is ahead of a goal that swings with a frequency (Hz) if it tracks it.
float sprung_spring_track_phase_f32(SprungSpringF32 spring,
                                    float frequency);

// A parameter that all springs share.
SprungParamF32 sprung_shared_f32(float value);

// A parameter that each spring has its own of.
SprungParamF32 sprung_each_f32(const float *values, size_t count);

// A parameter with one value for each vector of 2, 3 or 4 components.
SprungParamF32 sprung_per_vector_f32(const float *values, size_t count, size_t components);

// Moves `count` states by one step: vectors of any length, or a crowd of equal springs.
SprungStatus sprung_batch_spring_f32(SprungSpringStepF32 step,
                                     float *position,
                                     float *velocity,
                                     size_t count,
                                     SprungParamF32 goal);

// Moves `count` states by one step, while their goals moved steadily `from` one place `to` another.
SprungStatus sprung_batch_spring_moving_goal_f32(SprungMovingGoalStepF32 step,
                                                 float *position,
                                                 float *velocity,
                                                 size_t count,
                                                 SprungParamF32 from,
                                                 SprungParamF32 to);

// Moves `count` states, each by a spring and a time step of its own.
//
// A spring whose angular frequency or damping ratio is NaN or negative makes its own state NaN and no other.
SprungStatus sprung_batch_springs_f32(SprungParamF32 angular_frequency,
                                      SprungParamF32 damping_ratio,
                                      SprungParamF32 dt,
                                      float *position,
                                      float *velocity,
                                      size_t count,
                                      SprungParamF32 goal);

// Moves `count` states by critically damped springs, each with a half-life (s) of its own: the cheapest.
SprungStatus sprung_batch_critical_springs_f32(SprungParamF32 halflife,
                                               SprungParamF32 dt,
                                               float *position,
                                               float *velocity,
                                               size_t count,
                                               SprungParamF32 goal);

// Moves `count` values by one step of a damper.
SprungStatus sprung_batch_damper_f32(SprungDamperStepF32 step,
                                     float *values,
                                     size_t count,
                                     SprungParamF32 goal);

// Moves `count` values by one step of a damper, while their goals moved steadily `from` one place `to` another.
SprungStatus sprung_batch_damper_moving_goal_f32(SprungMovingGoalDamperStepF32 step,
                                                 float *values,
                                                 size_t count,
                                                 SprungParamF32 from,
                                                 SprungParamF32 to);

// Moves `count` values by dampers, each with a half-life (s) of its own.
SprungStatus sprung_batch_dampers_f32(SprungParamF32 halflife,
                                      SprungParamF32 dt,
                                      float *values,
                                      size_t count,
                                      SprungParamF32 goal);

// Turns `count` rotations towards their goals, each by a spring of its own: the bones of a pose.
SprungStatus sprung_batch_rotation_springs_f32(SprungParamF32 angular_frequency,
                                               SprungParamF32 damping_ratio,
                                               SprungParamF32 dt,
                                               SprungRotationColumnsF32 rotations,
                                               size_t count,
                                               SprungRotationParamF32 goal);

// A body at the origin from its mass (kg) and principal moments of inertia (kg*m^2); infinite ones do not move.
//
// Values that are not above 0 count as infinite; `sprung_body_validate_f32` refuses what cannot be simulated.
SprungBodyF32 sprung_body_new_f32(float mass,
                                  SprungVector3F32 inertia);

// A body of the plane `z = 0` from its mass (kg) and its moment of inertia about z (kg*m^2).
SprungBodyF32 sprung_body_planar_f32(float mass, float inertia);

// A fixed body: the world.
SprungBodyF32 sprung_body_fixed_f32(void);

// Checks that a body can be simulated: a finite state, an inverse mass and inertia that are finite and not negative.
SprungStatus sprung_body_validate_f32(const SprungBodyF32 *body);

// Sets the world inertia from principal moments (kg*m^2) along the body's own axes and its rotation now.
SprungStatus sprung_body_set_inertia_f32(SprungBodyF32 *body,
                                         SprungVector3F32 inertia);

// The world position (m) of a point given in the body's frame.
SprungVector3F32 sprung_body_point_f32(const SprungBodyF32 *body, SprungVector3F32 local);

// The velocity (m/s) of a point of the world as if it belonged to the body.
SprungVector3F32 sprung_body_velocity_at_f32(const SprungBodyF32 *body, SprungVector3F32 point);

// Changes the velocities by an impulse (N*s) at the center of mass and an angular impulse (N*m*s).
SprungStatus sprung_body_apply_f32(SprungBodyF32 *body,
                                   SprungVector3F32 linear,
                                   SprungVector3F32 angular);

// Changes the velocities by an impulse (N*s) at a point of the world.
SprungStatus sprung_body_apply_at_f32(SprungBodyF32 *body,
                                      SprungVector3F32 point,
                                      SprungVector3F32 impulse);

// A damper from its rate, 1/s.
SprungStatus sprung_damper_from_rate_f32(float rate, SprungDamperF32 *damper);

// A damper from its half-life, s.
SprungStatus sprung_damper_from_halflife_f32(float halflife, SprungDamperF32 *damper);

// A damper from its time constant, s.
SprungStatus sprung_damper_from_time_constant_f32(float time_constant, SprungDamperF32 *damper);

// A damper from the factor of `x = lerp(x, goal, factor)` at a frame of `reference_step` seconds.
SprungStatus sprung_damper_from_smoothing_factor_f32(float factor,
                                                     float reference_step,
                                                     SprungDamperF32 *damper);

// A damper from a text such as `rate=5` or `cinemachine:damping=0.5`.
SprungStatus sprung_damper_parse_f32(const char *spec, SprungDamperF32 *damper);

// The half-life, s.
float sprung_damper_halflife_f32(SprungDamperF32 damper);

// The time constant, s.
float sprung_damper_time_constant_f32(SprungDamperF32 damper);

// The step of a damper over `dt` seconds; a `dt` that is 0, negative or NaN changes nothing.
SprungDamperStepF32 sprung_damper_step_f32(SprungDamperF32 damper, float dt);

// The value one step later.
float sprung_damper_step_apply_f32(SprungDamperStepF32 step, float value_before, float goal);

// The step of a damper that follows a moving goal: it lags by the time constant.
SprungMovingGoalDamperStepF32 sprung_damper_follow_step_f32(SprungDamperF32 damper, float dt);

// The value one step later, while the goal moved steadily `from` one place `to` another.
float sprung_moving_goal_damper_step_apply_f32(SprungMovingGoalDamperStepF32 step,
                                               float value_before,
                                               float from,
                                               float to);

// Makes a distance spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_distance_spring_new_f32(SprungStiffnessF32 stiffness,
                                            SprungVector3F32 point_a,
                                            SprungVector3F32 point_b,
                                            float rest_length,
                                            SprungDistanceSpringF32 *spring);

// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
SprungStatus sprung_distance_spring_prepare_f32(SprungDistanceSpringF32 *spring,
                                                const SprungBodyF32 *a,
                                                const SprungBodyF32 *b,
                                                uint32_t solver,
                                                float dt);

// Begins a step with an impulse, such as the one of the step before: for several springs in few passes.
SprungStatus sprung_distance_spring_warm_start_f32(SprungDistanceSpringF32 *spring,
                                                   SprungBodyF32 *a,
                                                   SprungBodyF32 *b,
                                                   float impulse);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_distance_spring_solve_f32(SprungDistanceSpringF32 *spring,
                                              SprungBodyF32 *a,
                                              SprungBodyF32 *b);

// The step of a double spring from its half-life (s) over `dt` seconds.
SprungStatus sprung_double_step_from_halflife_f32(float halflife,
                                                  float dt,
                                                  SprungDoubleStepF32 *step);

// Moves a double spring by a step.
SprungStatus sprung_double_spring_update_f32(SprungDoubleSpringF32 *spring,
                                             float goal,
                                             SprungDoubleStepF32 step);

// The lookahead (s) with which a timed spring arrives on time, to half of what is left.
float sprung_spring_default_lookahead_f32(SprungSpringF32 spring);

// The step of a timed spring over `dt` seconds, which aims `lookahead` seconds ahead on the straight line to its goal.
SprungTimedStepF32 sprung_spring_timed_step_f32(SprungSpringF32 spring,
                                                float lookahead,
                                                float dt);

// The step of a timed spring that is on its goal and at rest at the goal's time.
SprungTimedStepF32 sprung_spring_arrival_step_f32(SprungSpringF32 spring, float dt);

// Moves a timed spring towards a goal where it is to be `time_left` seconds after the begin of the step.
SprungStatus sprung_timed_spring_update_f32(SprungTimedSpringF32 *spring,
                                            float goal,
                                            float time_left,
                                            SprungTimedStepF32 step);

// The step of a spring that moves with a given speed (per second).
SprungVelocityStepF32 sprung_spring_velocity_step_f32(SprungSpringF32 spring,
                                                      float speed,
                                                      float lookahead,
                                                      float dt);

// Moves a spring with the speed of the step.
SprungStatus sprung_velocity_spring_update_f32(SprungTimedSpringF32 *spring,
                                               float goal,
                                               SprungVelocityStepF32 step);

// Switches from one animation to another without a jump: adds the difference to the offset that is shown.
SprungStatus sprung_inertialization_transition_f32(SprungStateF32 *offset,
                                                   SprungStateF32 from,
                                                   SprungStateF32 to);

// Decays the offset by a step.
SprungStatus sprung_inertialization_update_f32(SprungStateF32 *offset, SprungSpringStepF32 step);

// The state that is shown for a state of the animation: with the offset.
SprungStateF32 sprung_inertialization_apply_f32(SprungStateF32 offset, SprungStateF32 animation);

// Checks the keys of a timeline once: at least one, finite ascending times, springs that are springs.
SprungStatus sprung_timeline_check_f32(const SprungTimelineKeyF32 *keys,
                                       size_t count);

// The state of a timeline at any time: one step from the key before it, however many keys there are.
//
// The keys are those that `sprung_timeline_check_f32` accepts. Before the first key it is at rest there.
SprungStatus sprung_timeline_state_at_f32(const SprungTimelineKeyF32 *keys,
                                          size_t count,
                                          float time,
                                          SprungStateF32 *state);

// The key that continues a timeline at any time: set its goal or its spring to interrupt the motion there.
SprungStatus sprung_timeline_key_at_f32(SprungTimelineKeyF32 key,
                                        float time,
                                        SprungTimelineKeyF32 *continued);

// Makes an orientation spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_orientation_spring_new_f32(SprungStiffnessF32 stiffness,
                                               SprungRotationF32 goal,
                                               SprungOrientationSpringF32 *spring);

// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
SprungStatus sprung_orientation_spring_prepare_f32(SprungOrientationSpringF32 *spring,
                                                   const SprungBodyF32 *a,
                                                   const SprungBodyF32 *b,
                                                   uint32_t solver,
                                                   float dt);

// Begins a step with an impulse, such as the one of the step before: for several springs in few passes.
SprungStatus sprung_orientation_spring_warm_start_f32(SprungOrientationSpringF32 *spring,
                                                      SprungBodyF32 *a,
                                                      SprungBodyF32 *b,
                                                      SprungVector3F32 impulse);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_orientation_spring_solve_f32(SprungOrientationSpringF32 *spring,
                                                 SprungBodyF32 *a,
                                                 SprungBodyF32 *b);

// Makes a point spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_point_spring_new_f32(SprungStiffnessF32 stiffness,
                                         SprungVector3F32 point_a,
                                         SprungVector3F32 point_b,
                                         SprungPointSpringF32 *spring);

// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
SprungStatus sprung_point_spring_prepare_f32(SprungPointSpringF32 *spring,
                                             const SprungBodyF32 *a,
                                             const SprungBodyF32 *b,
                                             uint32_t solver,
                                             float dt);

// Begins a step with an impulse, such as the one of the step before: for several springs in few passes.
SprungStatus sprung_point_spring_warm_start_f32(SprungPointSpringF32 *spring,
                                                SprungBodyF32 *a,
                                                SprungBodyF32 *b,
                                                SprungVector3F32 impulse);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_point_spring_solve_f32(SprungPointSpringF32 *spring,
                                           SprungBodyF32 *a,
                                           SprungBodyF32 *b);

// No rotation.
SprungRotationF32 sprung_rotation_identity_f32(void);

// The rotation about the direction of a vector by its length in radians.
SprungRotationF32 sprung_rotation_from_vector_f32(SprungVector3F32 vector);

// The shortest rotation vector: axis times angle (rad).
SprungVector3F32 sprung_rotation_to_vector_f32(SprungRotationF32 rotation);

// A rotation followed by another, both in the world frame.
SprungRotationF32 sprung_rotation_then_f32(SprungRotationF32 rotation, SprungRotationF32 next);

// The inverse rotation.
SprungRotationF32 sprung_rotation_inverse_f32(SprungRotationF32 rotation);

// A vector, rotated.
SprungVector3F32 sprung_rotation_rotate_f32(SprungRotationF32 rotation, SprungVector3F32 vector);

// The state of a rotation one step later, by the shorter way around.
SprungRotationStateF32 sprung_spring_step_apply_rotation_f32(SprungSpringStepF32 step,
                                                             SprungRotationStateF32 state,
                                                             SprungRotationF32 goal);

// The state of a rotation one step later, while its goal turned steadily `from` one rotation `to` another.
SprungRotationStateF32 sprung_moving_goal_step_apply_rotation_f32(SprungMovingGoalStepF32 step,
                                                                  SprungRotationStateF32 state,
                                                                  SprungRotationF32 from,
                                                                  SprungRotationF32 to);

// A spring from its undamped angular frequency (rad/s, >= 0) and damping ratio (>= 0); both may be infinite.
SprungStatus sprung_spring_new_f32(float angular_frequency,
                                   float damping_ratio,
                                   SprungSpringF32 *spring);

// A critically damped spring from its angular frequency, rad/s.
SprungStatus sprung_spring_critical_f32(float angular_frequency, SprungSpringF32 *spring);

// A spring from its undamped frequency (Hz) and damping ratio.
SprungStatus sprung_spring_from_frequency_f32(float frequency,
                                              float damping_ratio,
                                              SprungSpringF32 *spring);

// A spring from its half-life (s): half of the offset is left after it, at any damping ratio.
SprungStatus sprung_spring_from_halflife_f32(float halflife,
                                             float damping_ratio,
                                             SprungSpringF32 *spring);

// A spring from its lag behind a steady goal (s), which is the smooth time of Unity, and damping ratio (> 0).
SprungStatus sprung_spring_from_lag_f32(float lag,
                                        float damping_ratio,
                                        SprungSpringF32 *spring);

// A spring from its duration (s) and bounce (-1 to 1), as in SwiftUI.
SprungStatus sprung_spring_from_duration_and_bounce_f32(float duration,
                                                        float bounce,
                                                        SprungSpringF32 *spring);

// A spring from stiffness (1/s^2) and damping (1/s) per unit of mass; stiffness 0 is drag.
SprungStatus sprung_spring_from_stiffness_and_damping_f32(float stiffness,
                                                          float damping,
                                                          SprungSpringF32 *spring);

// A spring from mass, stiffness and damping, such as kg, N/m and N*s/m.
SprungStatus sprung_spring_from_mass_stiffness_and_damping_f32(float mass,
                                                               float stiffness,
                                                               float damping,
                                                               SprungSpringF32 *spring);

// A spring from its settling time (s), damping ratio and tolerance (a part of the way).
SprungStatus sprung_spring_from_settling_time_f32(float settling_time,
                                                  float damping_ratio,
                                                  float tolerance,
                                                  SprungSpringF32 *spring);

// A spring from its settling time (s), overshoot (a part of the way) and tolerance.
SprungStatus sprung_spring_from_settling_time_and_overshoot_f32(float settling_time,
                                                                float overshoot,
                                                                float tolerance,
                                                                SprungSpringF32 *spring);

// A spring from the time of its first peak (s) and the overshoot there (a part of the way).
SprungStatus sprung_spring_from_peak_time_and_overshoot_f32(float peak_time,
                                                            float overshoot,
                                                            SprungSpringF32 *spring);

// A spring from its rise time (s) and damping ratio.
SprungStatus sprung_spring_from_rise_time_f32(float rise_time,
                                              float damping_ratio,
                                              SprungSpringF32 *spring);

// A spring from its bandwidth (Hz) and damping ratio.
SprungStatus sprung_spring_from_bandwidth_f32(float bandwidth,
                                              float damping_ratio,
                                              SprungSpringF32 *spring);

// The spring that covers a distance from rest without ever exceeding an acceleration.
SprungStatus sprung_spring_from_max_acceleration_f32(float acceleration,
                                                     float distance,
                                                     float damping_ratio,
                                                     SprungSpringF32 *spring);

// The spring that covers a distance from rest without ever exceeding a speed.
SprungStatus sprung_spring_from_max_speed_f32(float speed,
                                              float distance,
                                              float damping_ratio,
                                              SprungSpringF32 *spring);

// The spring of two points of a measured step response: the parts of the way covered at two times (s).
SprungStatus sprung_spring_fit_step_response_f32(float first_time,
                                                 float first_value,
                                                 float second_time,
                                                 float second_value,
                                                 SprungSpringF32 *spring);

// A spring from a text: `halflife=0.2`, `frequency=2,damping_ratio=0.5`, `stiffness=170,damping=26,mass=1`,
// `duration=0.5,bounce=0.3`, or another library's parameters: `unity:smooth_time=0.3`, `react-spring:tension=170,friction=26`.
SprungStatus sprung_spring_parse_f32(const char *spec,
                                     SprungSpringF32 *spring);

// Writes the text of a spring, which parses back to it bit for bit, and a 0.
//
// The length without the 0 is written to `length` unless that is NULL, also if the buffer is too small; 256 bytes always do.
SprungStatus sprung_spring_to_text_f32(SprungSpringF32 spring,
                                       char *buffer,
                                       size_t size,
                                       size_t *length);

// The default spring: duration 0.5 s without bounce, as in SwiftUI.
SprungSpringF32 sprung_spring_default_f32(void);

// The nearest spring to any two numbers: negative ones and NaN count as 0. For literals and sliders.
SprungSpringF32 sprung_spring_clamped_f32(float angular_frequency,
                                          float damping_ratio);

// The damping ratio of a spring that overshoots by this part of the way.
float sprung_damping_ratio_from_overshoot_f32(float overshoot);

// The undamped frequency, Hz.
float sprung_spring_frequency_f32(SprungSpringF32 spring);

// The angular frequency of the swings, rad/s; 0 without swings.
float sprung_spring_damped_angular_frequency_f32(SprungSpringF32 spring);

// The stiffness per unit of mass, 1/s^2.
float sprung_spring_stiffness_f32(SprungSpringF32 spring);

// The damping per unit of mass, 1/s.
float sprung_spring_damping_f32(SprungSpringF32 spring);

// The lag behind a goal of constant velocity, s.
float sprung_spring_lag_f32(SprungSpringF32 spring);

// The overshoot of a step response, a part of the way.
float sprung_spring_overshoot_f32(SprungSpringF32 spring);

// SwiftUI's duration, s.
float sprung_spring_duration_f32(SprungSpringF32 spring);

// SwiftUI's bounce, -1 to 1.
float sprung_spring_bounce_f32(SprungSpringF32 spring);

// The half-life, s.
float sprung_spring_halflife_f32(SprungSpringF32 spring);

// The time of the first peak of a step response, s; infinite without one.
float sprung_spring_peak_time_f32(SprungSpringF32 spring);

// The time from 10 % to 90 % of the way, s.
float sprung_spring_rise_time_f32(SprungSpringF32 spring);

// The bandwidth of following a goal, Hz.
float sprung_spring_bandwidth_f32(SprungSpringF32 spring);

// The step of a spring over `dt` seconds; a `dt` that is 0, negative or NaN changes nothing.
SprungSpringStepF32 sprung_spring_step_f32(SprungSpringF32 spring, float dt);

// The state one step later.
SprungStateF32 sprung_spring_step_apply_f32(SprungSpringStepF32 step,
                                            SprungStateF32 state,
                                            float goal);

// The state of an angle (rad) one step later, by the shorter way around.
SprungStateF32 sprung_spring_step_apply_angle_f32(SprungSpringStepF32 step,
                                                  SprungStateF32 state,
                                                  float goal);

// The state one step later of a spring that tracks an animation: the animation's state after the step, and its acceleration.
SprungStateF32 sprung_spring_step_apply_tracking_f32(SprungSpringStepF32 step,
                                                     SprungStateF32 state,
                                                     SprungStateF32 animation,
                                                     float acceleration);

// The matrix of a step.
SprungMatrixF32 sprung_spring_step_matrix_f32(SprungSpringStepF32 step);

// The duration of a step, s.
float sprung_spring_step_dt_f32(SprungSpringStepF32 step);

// The least threshold that a motion of a given size reaches in steps like this one.
SprungRestThresholdF32 sprung_spring_step_rest_threshold_f32(SprungSpringStepF32 step, float size);

// The goal, at rest, if the state is within the threshold, else the state.
SprungStateF32 sprung_rest_threshold_settle_f32(SprungRestThresholdF32 threshold,
                                                SprungStateF32 state,
                                                float goal);

// The step that follows a moving goal, damped relative to the world: it lags by `sprung_spring_lag_f32`.
SprungMovingGoalStepF32 sprung_spring_follow_step_f32(SprungSpringF32 spring,
                                                      float dt);

// The step that tracks a moving goal, damped relative to the goal: no lag.
SprungMovingGoalStepF32 sprung_spring_track_step_f32(SprungSpringF32 spring, float dt);

// The state one step later, while the goal moved steadily `from` one place `to` another.
SprungStateF32 sprung_moving_goal_step_apply_f32(SprungMovingGoalStepF32 step,
                                                 SprungStateF32 state,
                                                 float from,
                                                 float to);

// The step towards a held goal and a velocity wanted there (Holden's goal velocity).
SprungGoalVelocityStepF32 sprung_spring_goal_velocity_step_f32(SprungSpringF32 spring, float dt);

// The state one step later, for a held goal and the velocity wanted there.
SprungStateF32 sprung_goal_velocity_step_apply_f32(SprungGoalVelocityStepF32 step,
                                                   SprungStateF32 state,
                                                   float goal,
                                                   float goal_velocity);

// The step of a spring that is on its goal and at rest after `time_left` seconds.
SprungLandingStepF32 sprung_spring_landing_step_f32(SprungSpringF32 spring,
                                                    float time_left,
                                                    float dt);

// The state one step later.
SprungStateF32 sprung_landing_step_apply_f32(SprungLandingStepF32 step,
                                             SprungStateF32 state,
                                             float goal);

// Makes a step and moves one state by it: what a program with a single spring needs.
//
// A spring that is none changes nothing and is an error.
SprungStatus sprung_spring_update_f32(SprungSpringF32 spring,
                                      SprungStateF32 *state,
                                      float goal,
                                      float dt);

// The strength of a spring that keeps its frequency and damping ratio for every mass.
SprungStiffnessF32 sprung_stiffness_of_spring_f32(SprungSpringF32 spring);

// The strength of a spring in newtons: stiffness (N/m or N*m/rad) and damping (N*s/m or N*m*s/rad).
SprungStiffnessF32 sprung_stiffness_physical_f32(float stiffness, float damping);

// Makes a suspension; the other fields are as in the documentation, and may be set.
SprungStatus sprung_suspension_new_f32(SprungStiffnessF32 stiffness,
                                       SprungVector3F32 point,
                                       float rest_length,
                                       SprungSuspensionF32 *spring);

// Reads the bodies for a step of `dt` seconds: the direction of the ray in the world (of length 1) and the distance (m) at which
// it met the ground, which is infinite or NaN if it met none.
SprungStatus sprung_suspension_prepare_f32(SprungSuspensionF32 *spring,
                                           const SprungBodyF32 *body,
                                           const SprungBodyF32 *ground,
                                           SprungVector3F32 direction,
                                           float length,
                                           uint32_t solver,
                                           float dt);

// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
SprungStatus sprung_suspension_solve_f32(SprungSuspensionF32 *spring,
                                         SprungBodyF32 *body,
                                         SprungBodyF32 *ground);

// Makes a swing spring; the other fields are as in the documentation, and may be set.
SprungStatus sprung_swing_spring_new_f32(SprungStiffnessF32 stiffness,
                                         SprungVector3F32 axis,
                                         SprungVector3F32 goal,
                                         SprungSwingSpringF32 *spring);

// Reads the body for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...
SprungStatus sprung_swing_spring_prepare_f32(SprungSwingSpringF32 *spring,
                                             const SprungBodyF32 *body,
                                             uint32_t solver,
                                             float dt);

// Changes the angular velocity of the body.
SprungStatus sprung_swing_spring_solve_f32(SprungSwingSpringF32 *spring, SprungBodyF32 *body);

// Converts a spring or damper as text to the convention of another library, such as `unity` or `react-spring`.
//
// The text of the result and a 0 are written to the buffer, its length without the 0 to `length` unless that is NULL, and the
// greatest difference of the two motions (a part of the way; 0 where the convention holds the spring exactly) to `residual`
// unless that is NULL. The length is written also if the buffer is too small.
SprungStatus sprung_convert(const char *spec,
                            const char *convention,
                            char *buffer,
                            size_t size,
                            size_t *length,
                            double *residual);

// The number of conventions.
size_t sprung_convention_count(void);

// Writes the name of a convention, by its number, and a 0.
SprungStatus sprung_convention_name(size_t index, char *buffer, size_t size, size_t *length);

// Writes a spring as a CSS easing function, `linear(...)`, and a 0.
//
// It stays within `max_error` (a part of the way, 1e-4 to 0.1) of the spring over a duration of `sprung_css_duration` seconds.
SprungStatus sprung_css_linear(SprungSpringF64 spring,
                               double max_error,
                               char *buffer,
                               size_t size,
                               size_t *length);

// The duration (s) of a spring as a CSS easing function.
double sprung_css_duration(SprungSpringF64 spring, double max_error);

// Finds the spring that explains values at ascending times (s): at least 8 values; NaN are missing ones.
SprungStatus sprung_fit_spring(const double *times,
                               const double *values,
                               size_t count,
                               SprungSpringFit *fit);

// The stiffness of an edge that does not stretch: the default.
SprungEdgeStiffness sprung_edge_stiffness_rigid(void);

// The stiffness of an edge that is a spring, kept for every mass.
SprungEdgeStiffness sprung_edge_stiffness_of_spring(SprungSpringF32 spring);

// A rigid edge of two particles that never tears; its fields may be set.
SprungEdge sprung_edge_new(size_t a, size_t b, float rest_length);

// Makes an empty network.
SprungStatus sprung_network_new(SprungNetwork *network);

// Makes a rope of `links` edges from one point to another, `mass` kg in all.
SprungStatus sprung_network_rope(SprungVector3F32 from,
                                 SprungVector3F32 to,
                                 size_t links,
                                 float mass,
                                 SprungNetwork *network);

// Makes a cloth in the plane y = 0; the particle of a column and a row is `row*columns + column`.
//
// Stiffness along the threads; of the diagonals and against bending, which may be NULL.
SprungStatus sprung_network_cloth(size_t columns,
                                  size_t rows,
                                  float spacing,
                                  float mass,
                                  const SprungEdgeStiffness *structure,
                                  const SprungEdgeStiffness *shear,
                                  const SprungEdgeStiffness *bend,
                                  SprungNetwork *network);

// Makes a block of jelly: a lattice of particles, each joined to its 26 neighbors.
SprungStatus sprung_network_lattice(size_t size_x,
                                    size_t size_y,
                                    size_t size_z,
                                    float spacing,
                                    float mass,
                                    SprungNetwork *network);

// Frees a network; its number is never used again.
SprungStatus sprung_network_free(SprungNetwork network);

// The number of particles; 0 and a message for a handle that is none.
size_t sprung_network_particle_count(SprungNetwork network);

// The number of edges; 0 and a message for a handle that is none.
size_t sprung_network_edge_count(SprungNetwork network);

// Adds particles; the first of them gets the number of particles before.
SprungStatus sprung_network_add_particles(SprungNetwork network,
                                          const SprungParticle *particles,
                                          size_t count);

// Adds edges; all of them or, if one is wrong, none.
SprungStatus sprung_network_add_edges(SprungNetwork network, const SprungEdge *edges, size_t count);

// Joins two particles by a rigid edge of the length that they are apart.
SprungStatus sprung_network_connect(SprungNetwork network, size_t a, size_t b);

// Fixes particles where they are: pins.
SprungStatus sprung_network_fix(SprungNetwork network, const size_t *particles, size_t count);

// Keeps every particle within the length of its shortest path to each of the four nearest fixed ones, so that a large cloth
// needs few small steps. Edges that tear let go of those whose paths may have led over them.
SprungStatus sprung_network_add_long_range_attachments(SprungNetwork network);

// Makes the particles near fixed ones heavier, where few edges carry the load of many; adds `part`, within 0 and 1, of the
// mass of each connected part that is held. For large cloth that hangs by one corner; after `sprung_network_fix`.
SprungStatus sprung_network_scale_masses(SprungNetwork network,
                                         float part);

// Adds a copy of another network; its first particle gets the number of particles before.
SprungStatus sprung_network_append(SprungNetwork network, SprungNetwork other);

// Reads `count` particles from the first on.
SprungStatus sprung_network_particles(SprungNetwork network,
                                      SprungParticle *particles,
                                      size_t count);

// Reads `count` edges from the first on.
SprungStatus sprung_network_edges(SprungNetwork network, SprungEdge *edges, size_t count);

// Checks that a network can be simulated: finite numbers, positive masses, no edge twice.
SprungStatus sprung_network_check(SprungNetwork network);

// A floor or a wall: a point of its surface and its normal.
SprungCollider sprung_collider_plane(SprungVector3F32 point, SprungVector3F32 normal);

// A ball.
SprungCollider sprung_collider_sphere(SprungVector3F32 center, float radius);

// A capsule between two points.
SprungCollider sprung_collider_capsule(SprungVector3F32 a, SprungVector3F32 b, float radius);

// The settings of a solver that has not been told otherwise: 8 small steps, gravity along -y.
SprungSettings sprung_settings_default(void);

// Makes a solver of a network as it is now; NULL are the default settings. The network may be freed afterwards.
SprungStatus sprung_solver_new(SprungNetwork network,
                               const SprungSettings *settings,
                               SprungSolver *solver);

// Makes a solver that keeps rigid edges within `max_stretch` of their lengths, as a part of them: 0.01 is 1 %.
//
// It chooses the number of small steps, of which the settings have the most, and adds long-range attachments and mass where
// the shape of the network asks for them. NULL are the default settings.
SprungStatus sprung_solver_within_stretch(SprungNetwork network,
                                          float max_stretch,
                                          const SprungSettings *settings,
                                          SprungSolver *solver);

// The number of small steps in the next time step; 0 and a message for a handle that is none.
size_t sprung_solver_substeps(SprungSolver solver);

// Frees a solver and the arrays that it lent; its number is never used again.
SprungStatus sprung_solver_free(SprungSolver solver);

// Moves the network by `dt` seconds; a `dt` that is 0, negative, infinite or NaN changes nothing.
SprungStatus sprung_solver_step(SprungSolver solver, float dt);

// The number of particles; 0 and a message for a handle that is none.
size_t sprung_solver_particle_count(SprungSolver solver);

// The positions (m) of all particles, as they are now; NULL and a message for a handle that is none.
//
// The array stays where it is, and as it is, until the next call of this function with the solver, or until that is freed.
const SprungVector3F32 *sprung_solver_positions(SprungSolver solver);

// The velocities (m/s) of all particles, as they are now; NULL and a message for a handle that is none.
//
// The array stays where it is, and as it is, until the next call of this function with the solver, or until that is freed.
const SprungVector3F32 *sprung_solver_velocities(SprungSolver solver);

// The particles of components in which a number has overflowed in the last step, ascending, and their count; NULL and a
// message for a handle that is none.
//
// They were put back to where that step began, with the velocity 0; all others have moved on. The array stays where it is,
// and as it is, until the next call of this function with the solver, or until that is freed.
const size_t *sprung_solver_quarantined(SprungSolver solver,
                                        size_t *count);

// Moves a fixed particle to a point during the next step: a hand that holds a pin.
SprungStatus sprung_solver_set_kinematic_target(SprungSolver solver,
                                                size_t particle,
                                                SprungVector3F32 target);

// Applies an impulse (N*s) to a particle.
SprungStatus sprung_solver_apply_impulse(SprungSolver solver,
                                         size_t particle,
                                         SprungVector3F32 impulse);

// Changes gravity, drag and wind from the next step on.
SprungStatus sprung_solver_set_environment(SprungSolver solver, SprungEnvironment environment);

// Replaces the colliders.
SprungStatus sprung_solver_set_colliders(SprungSolver solver,
                                         const SprungCollider *colliders,
                                         size_t count);

// Moves a collider during the next step to where another one of the same kind of shape is.
SprungStatus sprung_solver_move_collider(SprungSolver solver, size_t collider, SprungCollider goal);

// Returns whether the whole network sleeps.
bool sprung_solver_is_asleep(SprungSolver solver);

// Returns whether an edge has torn.
bool sprung_solver_is_torn(SprungSolver solver, size_t edge);

// The stretch of the edges.
SprungStretch sprung_solver_stretch(SprungSolver solver);

// Makes a network of the solver as it is now, without the edges that have torn: to save, to change, to solve again.
SprungStatus sprung_solver_network(SprungSolver solver,
                                   SprungNetwork *network);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SPRUNG_H */
