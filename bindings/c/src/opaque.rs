//! Values of the core inside plain words, so that they can be copied on the other side without a handle.

use std::mem::MaybeUninit;

use crate::failure::{Failure, Result, SprungStatus};

/// A word of a value; padding is not initialized.
pub(crate) type Word = MaybeUninit<u64>;

/// Returns the tag of a type by its name, FNV-1a: it tells a value from memory that was never written.
pub(crate) const fn tag(name: &str) -> u64 {
    let (mut hash, mut i) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while i < name.len() {
        hash = (hash ^ name.as_bytes()[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}

/// The words of a value; the rest of them is 0.
pub(crate) fn store<T: Copy + 'static, const WORDS: usize>(value: T) -> [Word; WORDS] {
    const { assert!(size_of::<T>() <= WORDS * 8 && align_of::<T>() <= 8) };
    let mut words = [MaybeUninit::new(0); WORDS];
    // SAFETY: the words are large enough and aligned, by the assertion above.
    unsafe { words.as_mut_ptr().cast::<T>().write(value) };
    words
}

/// The value in the words.
///
/// # Safety
/// If the tag is that of the name, the words are what [`store`] made of a `T`.
pub(crate) unsafe fn load<T: Copy + 'static, const WORDS: usize>(
    name: &str,
    found: u64,
    words: &[Word; WORDS],
) -> Result<T> {
    const { assert!(size_of::<T>() <= WORDS * 8 && align_of::<T>() <= 8) };
    if found != tag(name) {
        let message = format!("a {name} must be made by its function, this memory was not");
        return Err(Failure::new(SprungStatus::InvalidValue, message));
    }
    // SAFETY: the caller promises what the words are; they are large enough and aligned.
    Ok(unsafe { words.as_ptr().cast::<T>().read() })
}

/// Declares that a type of the interface with the fields `tag` and `words` holds a value of the core.
macro_rules! opaque {
    ($($Type:ident: $Value:ty),* $(,)?) => {$(
        impl $Type {
            /// The value of the core.
            pub(crate) fn load(&self) -> $crate::failure::Result<$Value> {
                // SAFETY: nothing but `of` writes this tag.
                unsafe { $crate::opaque::load(stringify!($Type), self.tag, &self.words) }
            }

            /// Of a value of the core.
            pub(crate) fn of(value: $Value) -> Self {
                let tag = $crate::opaque::tag(stringify!($Type));
                $Type { tag, words: $crate::opaque::store(value) }
            }
        }

        impl $crate::failure::Nothing for $Type {
            const NOTHING: Self =
                $Type { tag: 0, words: [::std::mem::MaybeUninit::new(0); _] };
        }
    )*};
}
pub(crate) use opaque;
