// SPDX-License-Identifier: MIT
// Plain memory accesses of instrumented code: the functions that compilers call under
// -fsanitize=thread before each access, and at the start and end of functions.
#include <cstddef>
#include <cstdint>

#include "engine/intercept/hooks/access.hpp"
#include "engine/intercept/program/program_entry.hpp"
#include "engine/platform/hooks/frame_hooks.hpp"
#include "engine/platform/hooks/stack_clearing_hook.hpp"
#include "engine/runtime/data_races/frame_ends.hpp"
#include "engine/runtime/data_races/frames.hpp"
#include "engine/runtime/data_races/uninstrumented_writes.hpp"

// NOLINTBEGIN
#define MCHECK_ACCESS(name, size, write) \
  void __tsan_##name(void* address) { mcheck::access(address, size, write); }

#define MCHECK_ACCESSES(size)                               \
  MCHECK_ACCESS(read##size, size, false)                    \
  MCHECK_ACCESS(write##size, size, true)                    \
  MCHECK_ACCESS(unaligned_read##size, size, false)          \
  MCHECK_ACCESS(unaligned_write##size, size, true)          \
  MCHECK_ACCESS(volatile_read##size, size, false)           \
  MCHECK_ACCESS(volatile_write##size, size, true)           \
  MCHECK_ACCESS(unaligned_volatile_read##size, size, false) \
  MCHECK_ACCESS(unaligned_volatile_write##size, size, true) \
  void __tsan_read_write##size(void* address) {             \
    mcheck::access_range(address, size, false);             \
    mcheck::access_range(address, size, true);              \
  }                                                         \
  void __tsan_unaligned_read_write##size(void* address) {   \
    mcheck::access_range(address, size, false);             \
    mcheck::access_range(address, size, true);              \
  }

// Whatever was written without a hook was written before this call.
[[gnu::always_inline]] static inline void locate(const void* caller) {
  if (mcheck::write_locator != nullptr) [[unlikely]]
    mcheck::locate_writes(caller);
}

extern "C" {

MCHECK_STACK_CLEARING_HOOK(mcheck_announced_access)
void mcheck_announced_access(const void* address, std::size_t size, bool write, const void* caller);
void body_mcheck_announced_access(const void* address, std::size_t size, bool write,
                                  const void* caller) {
  mcheck::slow_plain_access(address, size, write, caller);
}
[[gnu::noinline]] void mcheck_unknown_access(const void* address, std::size_t size, bool write,
                                             const void* caller) {
  locate(caller);
  if (mcheck::plain_points) return mcheck_announced_access(address, size, write, caller);
  mcheck::slow_plain_access(address, size, write, caller);
}

MCHECK_ACCESSES(1)
MCHECK_ACCESSES(2)
MCHECK_ACCESSES(4)
MCHECK_ACCESSES(8)
MCHECK_ACCESSES(16)

void __tsan_read_range(void* address, std::size_t size) {
  mcheck::access_range(address, size, false);
}
void __tsan_write_range(void* address, std::size_t size) {
  mcheck::access_range(address, size, true);
}
// The pointer to an object's virtual functions.
void __tsan_vptr_update(void** address, void* value) {
  if (mcheck::plain_points && mcheck::active_races != nullptr) {
    mcheck::announce_access(address, sizeof(void*), true);  // before the pointer is read
    mcheck::catch_up();
    while (*address != value && mcheck::active_races->access_slowly(address, sizeof(void*), true,
                                                                    __builtin_return_address(0))) {
      mcheck::race_found();
    }
  } else if (*address != value) {
    mcheck::access(address, sizeof(void*), true);
  }
}
void __tsan_vptr_read(void** address) { mcheck::access(address, sizeof(void*), false); }

// Called once for each file, before its own static initialisers.
void __tsan_init() { mcheck::register_instrumented_file(); }
MCHECK_FRAME_BEGIN_HOOK(__tsan_func_entry, mcheck_stack_at_hook, mcheck_highest_frame_end,
                        mcheck_highest_frame_end_caller, mcheck_stack_end, mcheck_entry_limit,
                        mcheck_frames_begin)
MCHECK_FRAME_END_HOOK(__tsan_func_exit, mcheck_stack_at_hook, mcheck_highest_frame_end,
                      mcheck_highest_frame_end_caller, mcheck_stack_end, mcheck_exit_limit,
                      mcheck_frames_end)
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
}
// NOLINTEND
