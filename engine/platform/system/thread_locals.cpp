// SPDX-License-Identifier: MIT
#include "engine/platform/system/thread_locals.hpp"

#include <asm/prctl.h>
#include <link.h>
#include <locale.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/platform/processor/raw_copy.hpp"

// Internal functions of glibc, as its thread library uses them; no public function creates a block.
extern "C" {
void* _dl_allocate_tls(void* memory);                                 // NOLINT
void _dl_get_tls_static_info(std::size_t* size, std::size_t* align);  // NOLINT
extern const std::uint32_t _thread_db_sizeof_pthread;                 // NOLINT
extern const std::uint32_t _thread_db_pthread_specific[3];            // NOLINT
}

namespace mcheck {
namespace {

// The start of glibc's thread descriptor, whose layout the psABI and compilers fix.
struct DescriptorHead {
  void* self;
  void* module_vector;  // the dynamic thread vector: the block of each module
  void* self_again;
};

constexpr unsigned long kFsGsBase = 2;  // HWCAP2_FSGSBASE

// The leak checker does not scan these blocks for pointers.
struct LeakCheckPause {
#if defined(__SANITIZE_ADDRESS__)
  LeakCheckPause() { __lsan_disable(); }
  ~LeakCheckPause() { __lsan_enable(); }
#else
  LeakCheckPause() {}
#endif
};

struct ModuleEntry {
  std::uintptr_t value;  // before the first entry: how many there are
  void* block;
};

struct Module {
  std::size_t offset = 0;  // below the thread pointer
  std::size_t size = 0;
  bool executable = false;
};

struct Modules {
  Module list[64];
  std::size_t count = 0;
  bool first = true;
};

int read_module(dl_phdr_info* info, std::size_t, void* into) {
  auto& modules = *static_cast<Modules*>(into);
  const bool executable = std::exchange(modules.first, false);
  if (info->dlpi_tls_data == nullptr) return 0;
  const auto offset =
      static_cast<std::size_t>(thread_pointer() - static_cast<std::byte*>(info->dlpi_tls_data));
  if (offset > (1u << 20)) return 0;  // outside the static block
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    MCHECK_INVARIANT(modules.count < 64, "at most 64 modules have thread-local storage");
    modules.list[modules.count++] = {offset, info->dlpi_phdr[i].p_memsz, executable};
  }
  return 0;
}

Modules read_modules() {
  Modules modules;
  dl_iterate_phdr(read_module, &modules);
  return modules;
}

// The values of pthread_setspecific in the descriptor: a block for the first keys, then pointers to
// that block and to others. Only main keeps values from before. AddressSanitizer, which starts
// first, keeps its record of the real thread in the first key: it needs it on every stack. For an
// unknown thread it would ignore switches of stacks, and look for the stack's bounds with functions
// that allocate, as if the program did.
void reset_pthread_keys(std::byte* thread_pointer, bool keeps_values) {
  constexpr std::size_t kKeyBytes = 2 * sizeof(void*);
  constexpr std::size_t kFirstBlock = 32 * kKeyBytes;
  constexpr std::size_t kKept = kAddressSanitizer ? kKeyBytes : 0;
  const std::uint32_t* const key_table = _thread_db_pthread_specific;  // bits, count, offset
  std::byte* const pointers = thread_pointer + key_table[2];
  std::byte* const first_block = pointers - kFirstBlock;
  const std::size_t bytes = std::size_t{key_table[0]} / 8 * key_table[1];
  MCHECK_INVARIANT(!kAddressSanitizer || reinterpret_cast<void**>(first_block)[1] != nullptr,
                   "AddressSanitizer has created the first key");
  if (!keeps_values) raw_fill(first_block + kKept, 0, kFirstBlock + bytes - kKept);
  *reinterpret_cast<std::byte**>(pointers) = first_block;
}

}  // namespace

MCHECK_HOST_STATE bool has_fsgsbase = false;

std::span<const std::byte> dynamic_thread_vector(const std::byte* thread_pointer) {
  const void* const vector = reinterpret_cast<const DescriptorHead*>(thread_pointer)->module_vector;
  if (vector == nullptr) return {};
  const auto* const entries = static_cast<const ModuleEntry*>(vector);
  return std::as_bytes(std::span(entries, entries[-1].value + 1));
}

ThreadLocalSize thread_local_size() {
  has_fsgsbase = (getauxval(AT_HWCAP2) & kFsGsBase) != 0;
  std::size_t size = 0;
  std::size_t align = 0;
  _dl_get_tls_static_info(&size, &align);
  std::size_t below = 64;
  const Modules modules = read_modules();
  for (std::size_t i = 0; i < modules.count; ++i) below = std::max(below, modules.list[i].offset);
  below = (below + 63) & ~std::size_t{63};
  return {.below = below,
          .spare = std::max(size, below) - below,
          .above = (_thread_db_sizeof_pthread + 63) & ~std::size_t{63}};
}

void create_thread_locals(std::byte* to, bool of_main) {
  const LeakCheckPause lives_as_long_as_the_process;
  MCHECK_INVARIANT(_dl_allocate_tls(to) == to,
                   "glibc creates a thread-local block at the given address");
  std::byte* const from = thread_pointer();
  // The descriptor: identity and module vector are the block's own; the rest (stack guard, process
  // and thread ids, locale tables) is copied from the only real thread.
  const auto own = *reinterpret_cast<DescriptorHead*>(to);
  raw_copy(to, from, _thread_db_sizeof_pthread);
  auto& head = *reinterpret_cast<DescriptorHead*>(to);
  head = {.self = to, .module_vector = own.module_vector, .self_again = to};
  reset_pthread_keys(to, of_main);
  const Modules modules = read_modules();
  for (std::size_t i = 0; i < modules.count; ++i) {
    const Module& module = modules.list[i];
    // A sanitizer's runtime keeps its data about the real thread in its own block.
    const bool copied = of_main || (kAddressSanitizer && !module.executable);
    if (copied) raw_copy(to - module.offset, from - module.offset, module.size);
  }
}

void initialise_thread_locale() { uselocale(LC_GLOBAL_LOCALE); }

std::byte* thread_pointer() {
  std::byte* pointer = nullptr;
  asm("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

void set_thread_pointer_by_system_call(std::byte* to) { syscall(SYS_arch_prctl, ARCH_SET_FS, to); }

}  // namespace mcheck
