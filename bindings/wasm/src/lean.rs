//! An allocator and a panic handler of a few hundred bytes, in place of the standard library's.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::{memory_grow, memory_size, unreachable};
use core::cell::UnsafeCell;
use core::panic::PanicInfo;
use core::ptr::null_mut;

const PAGE: usize = 65_536;

/// Blocks of a power of two bytes; freed ones wait in a list for the next request of their size.
struct PowersOfTwo(UnsafeCell<Lists>);

struct Lists {
    /// The first free block of each power; a free block holds the address of the next.
    free: [usize; 32],
    /// The end of the blocks that were ever handed out; 0 before the first.
    end: usize,
}

// SAFETY: a module without threads.
unsafe impl Sync for PowersOfTwo {}

unsafe extern "C" {
    /// The end of the static data, placed by the linker.
    static __heap_base: u8;
}

/// The power of two of the block for a layout: at least 16 bytes, which is the highest alignment in use.
fn power(layout: Layout) -> usize {
    layout.size().max(layout.align()).max(16).next_power_of_two().trailing_zeros() as usize
}

// SAFETY: blocks are disjoint, at least as long as asked, and aligned to 16 or to their size.
unsafe impl GlobalAlloc for PowersOfTwo {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: one thread, and no reference outlives a call.
        let lists = unsafe { &mut *self.0.get() };
        let power = power(layout);
        let Some(first) = lists.free.get_mut(power) else { return null_mut() };
        if *first != 0 {
            let block = *first;
            // SAFETY: a free block holds the address of the next.
            *first = unsafe { *(block as *const usize) };
            return block as *mut u8;
        }
        if lists.end == 0 {
            lists.end = (&raw const __heap_base).addr();
        }
        let align = layout.align().max(16);
        let start = lists.end.next_multiple_of(align);
        let Some(end) = start.checked_add(1 << power) else { return null_mut() };
        let pages = end.div_ceil(PAGE).saturating_sub(memory_size::<0>());
        if pages > 0 && memory_grow::<0>(pages) == usize::MAX {
            return null_mut();
        }
        lists.end = end;
        start as *mut u8
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: one thread, and no reference outlives a call.
        let lists = unsafe { &mut *self.0.get() };
        if let Some(first) = lists.free.get_mut(power(layout)) {
            // SAFETY: the caller gives the block back; it is at least 16 bytes long and aligned.
            unsafe { *block.cast::<usize>() = *first };
            *first = block.addr();
        }
    }
}

#[global_allocator]
static ALLOCATOR: PowersOfTwo = PowersOfTwo(UnsafeCell::new(Lists { free: [0; 32], end: 0 }));

/// Ends the call with an exception on the other side.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unreachable()
}
