//! Many springs at once, over arrays: with SIMD, and the same bits on every machine.

use sprung_batch::{Batch, ParamData, SpringParams};

use super::damper::{SprungDamperStepF64, SprungMovingGoalDamperStepF64};
use super::step::{SprungMovingGoalStepF64, SprungSpringStepF64};
use crate::failure::{Failure, Result, SprungStatus, status};
use crate::memory::Columns;

/// A parameter of every spring of a batch: one number for all, or an array with one for each.
///
/// Made by `sprung_shared_f64`, `sprung_each_f64` and `sprung_per_vector_f64`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungParamF64 {
    /// The array, or NULL.
    pub values: *const f64,
    /// Its length.
    pub count: usize,
    /// The number of neighboring springs for which one value holds: 1, or the components of a vector.
    pub components: usize,
    /// The number for all, where the array is NULL.
    pub shared: f64,
}

impl SprungParamF64 {
    /// # Safety
    /// The array is as the header describes it.
    unsafe fn data<'a>(
        self,
        columns: &mut Columns,
        name: &'static str,
        len: usize,
    ) -> Result<ParamData<'a, f64>> {
        if self.values.is_null() && self.count == 0 {
            return Ok(ParamData::Shared(self.shared));
        }
        let components = self.components.max(1);
        if self.count.checked_mul(components) != Some(len) {
            let message =
                format!("{name} must have {len} / {components} values, got {}", self.count);
            return Err(Failure::new(SprungStatus::InvalidLength, message));
        }
        // SAFETY: as promised by the caller.
        let values = unsafe { columns.read(self.values, name, self.count) }?;
        Ok(match components {
            1 => ParamData::Each(values),
            _ => ParamData::PerVector { values, components },
        })
    }
}

/// A parameter that all springs share.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_shared_f64(value: f64) -> SprungParamF64 {
    SprungParamF64 { values: std::ptr::null(), count: 0, components: 1, shared: value }
}

/// A parameter that each spring has its own of.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_each_f64(values: *const f64, count: usize) -> SprungParamF64 {
    SprungParamF64 { values, count, components: 1, shared: 0.0 }
}

/// A parameter with one value for each vector of 2, 3 or 4 components.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_per_vector_f64(
    values: *const f64,
    count: usize,
    components: usize,
) -> SprungParamF64 {
    SprungParamF64 { values, count, components, shared: 0.0 }
}

/// Moves `count` states by one step: vectors of any length, or a crowd of equal springs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_spring_f64(
    step: SprungSpringStepF64,
    position: *mut f64,
    velocity: *mut f64,
    count: usize,
    goal: SprungParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let step = step.load()?;
        let mut columns = Columns::default();
        let position = columns.write(position, "position", count)?;
        let velocity = columns.write(velocity, "velocity", count)?;
        let goal = goal.data(&mut columns, "goal", count)?;
        Batch::new().spring(&step, position, velocity, goal);
        Ok(())
    })
}

/// Moves `count` states by one step, while their goals moved steadily `from` one place `to` another.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_spring_moving_goal_f64(
    step: SprungMovingGoalStepF64,
    position: *mut f64,
    velocity: *mut f64,
    count: usize,
    from: SprungParamF64,
    to: SprungParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let step = step.load()?;
        let mut columns = Columns::default();
        let position = columns.write(position, "position", count)?;
        let velocity = columns.write(velocity, "velocity", count)?;
        let from = from.data(&mut columns, "from", count)?;
        let to = to.data(&mut columns, "to", count)?;
        Batch::new().spring_moving_goal(&step, position, velocity, from, to);
        Ok(())
    })
}

/// Moves `count` states, each by a spring and a time step of its own.
///
/// A spring whose angular frequency or damping ratio is NaN or negative makes its own state NaN and no other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_springs_f64(
    angular_frequency: SprungParamF64,
    damping_ratio: SprungParamF64,
    dt: SprungParamF64,
    position: *mut f64,
    velocity: *mut f64,
    count: usize,
    goal: SprungParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut columns = Columns::default();
        let position = columns.write(position, "position", count)?;
        let velocity = columns.write(velocity, "velocity", count)?;
        let springs = SpringParams {
            angular_frequency: angular_frequency.data(&mut columns, "angular_frequency", count)?,
            damping_ratio: damping_ratio.data(&mut columns, "damping_ratio", count)?,
            dt: dt.data(&mut columns, "dt", count)?,
        };
        let goal = goal.data(&mut columns, "goal", count)?;
        Batch::new().springs(springs, position, velocity, goal);
        Ok(())
    })
}

/// Moves `count` states by critically damped springs, each with a half-life (s) of its own: the cheapest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_critical_springs_f64(
    halflife: SprungParamF64,
    dt: SprungParamF64,
    position: *mut f64,
    velocity: *mut f64,
    count: usize,
    goal: SprungParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut columns = Columns::default();
        let position = columns.write(position, "position", count)?;
        let velocity = columns.write(velocity, "velocity", count)?;
        let halflife = halflife.data(&mut columns, "halflife", count)?;
        let dt = dt.data(&mut columns, "dt", count)?;
        let goal = goal.data(&mut columns, "goal", count)?;
        Batch::new().critical_springs(halflife, dt, position, velocity, goal);
        Ok(())
    })
}

/// Moves `count` values by one step of a damper.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_damper_f64(
    step: SprungDamperStepF64,
    values: *mut f64,
    count: usize,
    goal: SprungParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let step = step.load()?;
        let mut columns = Columns::default();
        let values = columns.write(values, "values", count)?;
        let goal = goal.data(&mut columns, "goal", count)?;
        Batch::new().damper(&step, values, goal);
        Ok(())
    })
}

/// Moves `count` values by one step of a damper, while their goals moved steadily `from` one place `to` another.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_damper_moving_goal_f64(
    step: SprungMovingGoalDamperStepF64,
    values: *mut f64,
    count: usize,
    from: SprungParamF64,
    to: SprungParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let step = step.load()?;
        let mut columns = Columns::default();
        let values = columns.write(values, "values", count)?;
        let from = from.data(&mut columns, "from", count)?;
        let to = to.data(&mut columns, "to", count)?;
        Batch::new().damper_moving_goal(&step, values, from, to);
        Ok(())
    })
}

/// Moves `count` values by dampers, each with a half-life (s) of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_dampers_f64(
    halflife: SprungParamF64,
    dt: SprungParamF64,
    values: *mut f64,
    count: usize,
    goal: SprungParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut columns = Columns::default();
        let values = columns.write(values, "values", count)?;
        let halflife = halflife.data(&mut columns, "halflife", count)?;
        let dt = dt.data(&mut columns, "dt", count)?;
        let goal = goal.data(&mut columns, "goal", count)?;
        Batch::new().dampers(halflife, dt, values, goal);
        Ok(())
    })
}

/// Four parameters: the components of rotations.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungRotationParamF64 {
    /// The first component of the vector part.
    pub x: SprungParamF64,
    /// The second component of the vector part.
    pub y: SprungParamF64,
    /// The third component of the vector part.
    pub z: SprungParamF64,
    /// The scalar part.
    pub w: SprungParamF64,
}

/// Arrays of the components of rotations and of their angular velocities (rad/s, in the world frame).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungRotationColumnsF64 {
    /// The first component of the vector part.
    pub x: *mut f64,
    /// The second component of the vector part.
    pub y: *mut f64,
    /// The third component of the vector part.
    pub z: *mut f64,
    /// The scalar part.
    pub w: *mut f64,
    /// The angular velocity about x.
    pub velocity_x: *mut f64,
    /// The angular velocity about y.
    pub velocity_y: *mut f64,
    /// The angular velocity about z.
    pub velocity_z: *mut f64,
}

/// Turns `count` rotations towards their goals, each by a spring of its own: the bones of a pose.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_batch_rotation_springs_f64(
    angular_frequency: SprungParamF64,
    damping_ratio: SprungParamF64,
    dt: SprungParamF64,
    rotations: SprungRotationColumnsF64,
    count: usize,
    goal: SprungRotationParamF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let SprungRotationColumnsF64 { x, y, z, w, velocity_x, velocity_y, velocity_z } = rotations;
        let mut columns = Columns::default();
        let rotation = [
            columns.write(x, "rotations.x", count)?,
            columns.write(y, "rotations.y", count)?,
            columns.write(z, "rotations.z", count)?,
            columns.write(w, "rotations.w", count)?,
        ];
        let angular_velocity = [
            columns.write(velocity_x, "rotations.velocity_x", count)?,
            columns.write(velocity_y, "rotations.velocity_y", count)?,
            columns.write(velocity_z, "rotations.velocity_z", count)?,
        ];
        let springs = SpringParams {
            angular_frequency: angular_frequency.data(&mut columns, "angular_frequency", count)?,
            damping_ratio: damping_ratio.data(&mut columns, "damping_ratio", count)?,
            dt: dt.data(&mut columns, "dt", count)?,
        };
        let goal = [
            goal.x.data(&mut columns, "goal.x", count)?,
            goal.y.data(&mut columns, "goal.y", count)?,
            goal.z.data(&mut columns, "goal.z", count)?,
            goal.w.data(&mut columns, "goal.w", count)?,
        ];
        Batch::new().rotation_springs(springs, rotation, angular_velocity, goal);
        Ok(())
    })
}
