// SPDX-License-Identifier: MIT
#include "engine/platform/linking/call_patch.hpp"

#include <cpuid.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "engine/base/host_state.hpp"

// Called by a thunk, with the number pushed before: keeps the registers that functions may change,
// and makes a frame with the program's return address. To an unwinder the thunk does not exist:
// from here it goes on in the program.
// NOLINTBEGIN
extern "C" {
void mcheck_before_call();
MCHECK_HOST_STATE mcheck::CallHandler mcheck_call_handler = nullptr;
// SSE, AVX and AVX-512 state, by xsave: 0xe6. Its area takes at most 2,816 bytes.
MCHECK_HOST_STATE bool mcheck_saves_all_vectors = false;
}

asm(R"(
  .pushsection .text
  .globl mcheck_before_call
  .type mcheck_before_call, @function
mcheck_before_call:
  .cfi_startproc
  .cfi_def_cfa %rsp, 24
  pushq 16(%rsp)
  .cfi_adjust_cfa_offset 8
  push %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_offset %rbp, -40
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushf
  push %rax
  push %rcx
  push %rdx
  push %rsi
  push %rdi
  push %r8
  push %r9
  push %r10
  push %r11
  mov 24(%rbp), %edi
  cmpb $0, mcheck_saves_all_vectors(%rip)
  je 1f
  sub $3136, %rsp
  and $-64, %rsp
  movq $0, 512(%rsp)
  movq $0, 520(%rsp)
  movq $0, 528(%rsp)
  movq $0, 536(%rsp)
  movq $0, 544(%rsp)
  movq $0, 552(%rsp)
  movq $0, 560(%rsp)
  movq $0, 568(%rsp)
  mov $0xe6, %eax
  xor %edx, %edx
  xsave64 (%rsp)
  call *mcheck_call_handler(%rip)
  mov $0xe6, %eax
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp 2f
1:
  sub $256, %rsp
  and $-16, %rsp
  movaps %xmm0, (%rsp)
  movaps %xmm1, 16(%rsp)
  movaps %xmm2, 32(%rsp)
  movaps %xmm3, 48(%rsp)
  movaps %xmm4, 64(%rsp)
  movaps %xmm5, 80(%rsp)
  movaps %xmm6, 96(%rsp)
  movaps %xmm7, 112(%rsp)
  movaps %xmm8, 128(%rsp)
  movaps %xmm9, 144(%rsp)
  movaps %xmm10, 160(%rsp)
  movaps %xmm11, 176(%rsp)
  movaps %xmm12, 192(%rsp)
  movaps %xmm13, 208(%rsp)
  movaps %xmm14, 224(%rsp)
  movaps %xmm15, 240(%rsp)
  call *mcheck_call_handler(%rip)
  movaps (%rsp), %xmm0
  movaps 16(%rsp), %xmm1
  movaps 32(%rsp), %xmm2
  movaps 48(%rsp), %xmm3
  movaps 64(%rsp), %xmm4
  movaps 80(%rsp), %xmm5
  movaps 96(%rsp), %xmm6
  movaps 112(%rsp), %xmm7
  movaps 128(%rsp), %xmm8
  movaps 144(%rsp), %xmm9
  movaps 160(%rsp), %xmm10
  movaps 176(%rsp), %xmm11
  movaps 192(%rsp), %xmm12
  movaps 208(%rsp), %xmm13
  movaps 224(%rsp), %xmm14
  movaps 240(%rsp), %xmm15
2:
  lea -80(%rbp), %rsp
  pop %r11
  pop %r10
  pop %r9
  pop %r8
  pop %rdi
  pop %rsi
  pop %rdx
  pop %rcx
  pop %rax
  popf
  pop %rbp
  lea 8(%rsp), %rsp
  ret
  .cfi_endproc
  .size mcheck_before_call, . - mcheck_before_call
  .popsection
)");
// NOLINTEND

namespace mcheck {
namespace {

constexpr std::size_t kThunkBytes = 32;
constexpr std::size_t kMaxThunks = 512;
constexpr std::size_t kPage = 4096;

// Relative calls and jumps must reach it.
struct Thunks {
  unsigned char* code = nullptr;  // null: not used so far
  std::size_t count = 0;
};

// In the image of the program. Not aligned to pages: the padding before it would be saved with the
// program's variables.
struct ThunksOfExecutable {
  std::array<unsigned char, kThunkBytes * kMaxThunks> code{};
};
MCHECK_HOST_STATE ThunksOfExecutable thunks_of_executable;

// The first are those of the executable; the others are near libraries.
constexpr std::size_t kMaxObjects = 16;
MCHECK_HOST_STATE std::array<Thunks, kMaxObjects> all_thunks;

template <class Value>
void put(unsigned char* to, const Value& value) {
  std::memcpy(to, &value, sizeof value);
}

// The operand of a call or jump whose instruction ends at `end`.
std::optional<std::int32_t> distance(const unsigned char* end, std::uintptr_t target) {
  const auto difference = static_cast<std::int64_t>(target - reinterpret_cast<std::uintptr_t>(end));
  const auto operand = static_cast<std::int32_t>(difference);
  return operand == difference ? std::optional(operand) : std::nullopt;
}

bool make_writable(unsigned char* begin, std::size_t size, int protection) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = address & ~(kPage - 1);
  return mprotect(reinterpret_cast<void*>(first), address + size - first, protection) == 0;
}

bool is_near(const unsigned char* instruction, const Thunks& thunks) {
  constexpr std::uintptr_t kReach = std::uintptr_t{1} << 30;
  const auto from = reinterpret_cast<std::uintptr_t>(instruction);
  const auto to = reinterpret_cast<std::uintptr_t>(thunks.code);
  return from < to ? to - from < kReach : from - to < kReach;
}

// A free place near the instruction; null: there is none.
unsigned char* map_near(const unsigned char* instruction) {
  constexpr std::uintptr_t kStride = std::uintptr_t{1} << 24;
  constexpr int kTries = 60;
  const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(instruction) & ~(kPage - 1);
  for (int i = 1; i <= kTries; ++i) {
    for (const std::uintptr_t hint : {page - i * kStride, page + i * kStride}) {
      void* const got = mmap(reinterpret_cast<void*>(hint), kThunkBytes * kMaxThunks,
                             PROT_READ | PROT_WRITE | PROT_EXEC,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (got != MAP_FAILED) return static_cast<unsigned char*>(got);
    }
  }
  return nullptr;
}

// Null: there is no room.
Thunks* thunks_near(const unsigned char* instruction) {
  constexpr int kAll = PROT_READ | PROT_WRITE | PROT_EXEC;
  auto& own = thunks_of_executable.code;
  if (all_thunks[0].code == nullptr) {
    if (!make_writable(own.data(), own.size(), kAll)) return nullptr;
    all_thunks[0].code = own.data();
  }
  for (Thunks& thunks : all_thunks) {
    if (thunks.code == nullptr) thunks.code = map_near(instruction);
    if (thunks.code == nullptr) return nullptr;
    if (thunks.count < kMaxThunks && is_near(instruction, thunks)) return &thunks;
  }
  return nullptr;
}

}  // namespace

std::optional<std::uintptr_t> call_target(const unsigned char* instruction) {
  constexpr unsigned char kCall = 0xe8;
  if (*instruction != kCall) return std::nullopt;
  std::int32_t operand = 0;
  std::memcpy(&operand, instruction + 1, sizeof operand);
  return reinterpret_cast<std::uintptr_t>(instruction + kRelativeCallBytes) +
         static_cast<std::uintptr_t>(static_cast<std::intptr_t>(operand));
}

// Not __builtin_cpu_supports(): its variables would be saved with the program's.
void set_call_handler(CallHandler handler) {
  constexpr unsigned kAvxAndXsave = 1u << 28 | 1u << 27;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  const bool is_known = __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0;
  mcheck_saves_all_vectors = is_known && (ecx & kAvxAndXsave) == kAvxAndXsave;
  mcheck_call_handler = handler;
}

bool patch_call(unsigned char* instruction, unsigned number) {
  constexpr int kAll = PROT_READ | PROT_WRITE | PROT_EXEC;
  constexpr std::size_t kPushBytes = 5;
  constexpr std::size_t kIndirectCallBytes = 6;
  constexpr std::size_t kAdjustBytes = 5;
  constexpr std::size_t kPointerOffset = 24;  // of the address that is called, in the thunk
  const std::uintptr_t target = *call_target(instruction);
  Thunks* const thunks = thunks_near(instruction);
  if (thunks == nullptr) return false;
  unsigned char* const thunk = thunks->code + kThunkBytes * thunks->count;
  unsigned char* const call = thunk + kPushBytes;
  unsigned char* const adjust = call + kIndirectCallBytes;
  unsigned char* const jump = adjust + kAdjustBytes;
  const auto to_target = distance(jump + kRelativeCallBytes, target);
  const auto to_thunk =
      distance(instruction + kRelativeCallBytes, reinterpret_cast<std::uintptr_t>(thunk));
  if (!to_target || !to_thunk) return false;
  put(thunk, std::uint8_t{0x68});  // push number
  put(thunk + 1, number);
  put(call, std::uint16_t{0x15ff});  // call *pointer(%rip)
  put(call + 2, static_cast<std::int32_t>(thunk + kPointerOffset - adjust));
  put(adjust, std::uint32_t{0x24648d48});  // lea 8(%rsp), %rsp: keeps the flags
  put(adjust + 4, std::uint8_t{8});
  put(jump, std::uint8_t{0xe9});  // jmp target
  put(jump + 1, *to_target);
  put(thunk + kPointerOffset, &mcheck_before_call);
  if (!make_writable(instruction, kRelativeCallBytes, kAll)) return false;
  put(instruction + 1, *to_thunk);
  ++thunks->count;
  return make_writable(instruction, kRelativeCallBytes, PROT_READ | PROT_EXEC);
}

}  // namespace mcheck
