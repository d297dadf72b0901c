// SPDX-License-Identifier: MIT
// The hooks that rewritten inline assembly calls (programs/mcheck/assembler/call_sequence.cpp
// writes the calls). A call preserves all registers and flags except those that the instruction
// itself changes. The no-op behind the call says what to do. The access is one operation on the
// atomic at that address: as on x86, a load acquires, a store releases, and a locked instruction is
// seq_cst.
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>

#include <mcheck/detail/memory.hpp>

#include "engine/base/host_state.hpp"
#include "engine/intercept/hooks/access.hpp"
#include "engine/platform/hooks/assembly_hook.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

MCHECK_ASSEMBLY_HOOK(__tsan_inline_assembly, mcheck_inline_assembly);
MCHECK_REGISTER_CLEARING_HOOKS(__tsan_inline_assembly_clear,
                               __tsan_inline_assembly_clear_but_result);

namespace mcheck {
namespace {

// Numbered as in programs/mcheck/assembler/call_sequence.cpp.
enum class Call : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kBitOperation,
  kFence,
  kStringOperation,
  kUnknown
};
// Numbered as in programs/mcheck/assembler/instruction.hpp.
enum class AtomicOperation : std::uint8_t {
  kAdd,
  kSubtract,
  kAnd,
  kOr,
  kXor,
  kExchange,
  kCompareExchange,
  kNegate,
  kCompareExchangePair,
};

constexpr std::uint64_t kCarry = 1, kZero = 1 << 6, kDirection = 1 << 10;

struct Registers {
  std::uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbx, rdx, rcx, rax, flags;
};

// The layout on the program's stack, from the stack pointer upwards.
struct Frame {
  std::uint64_t saved;
  unsigned char* address;
  std::uint64_t value[2];
  std::uint64_t operand;
  std::uint64_t unused;
};

// The operand sizes that the program uses, as bits. If there are several, they may share bytes, and
// the engine knows atomics of one size only: then each access is one to the aligned words that
// contain it.
MCHECK_HOST_STATE unsigned sizes_used = 0;

unsigned containing_word_bytes() {
  if (std::has_single_bit(sizes_used)) return 0;
  return (sizes_used & 16) != 0 ? 16 : 8;
}

struct Access {
  Frame& frame;
  Registers& registers;
  const void* caller;
  unsigned bytes;
  unsigned detail;

  [[nodiscard]] detail::Location location() const {
    return {.object = nullptr,
            .bytes = frame.address,
            .size = bytes,
            .memory_update = detail::MemoryUpdate::kEveryChange};
  }
  void report_access(bool write) const;
};

// Operands of different sizes in the same words are one object, and so are no overlapping atomics:
// each is reported to the race detector byte by byte. An atomic of the compiler at the same address
// is another object.
void Access::report_access(bool write) const {
  const unsigned words = containing_word_bytes();
  const bool within_words =
      words != 0 && reinterpret_cast<std::uintptr_t>(frame.address) % words + bytes <= words;
  if (!within_words) return atomic_access(frame.address, bytes, write, caller);
  add_assumption(kOneSizeAndAddress);
  for (unsigned byte = 0; byte < bytes; ++byte) {
    atomic_access(frame.address + byte, 1, write, caller);
  }
}

std::uint64_t low_bytes(std::uint64_t word, unsigned bytes) {
  return bytes >= sizeof word ? word : word & ((std::uint64_t{1} << 8 * bytes) - 1);
}

// The aligned words that contain an operand, or the operand alone.
class ContainingWords {
 public:
  explicit ContainingWords(const Access& access)
      : access_(access), bytes_(containing_word_bytes()) {
    const auto address = reinterpret_cast<std::uintptr_t>(access.frame.address);
    if (bytes_ != 0) offset_ = address % bytes_;
    if (offset_ + access.bytes <= bytes_) return;
    offset_ = 0;
    bytes_ = access.bytes;
  }

  [[nodiscard]] bool is_operand() const { return bytes_ == access_.bytes; }
  [[nodiscard]] detail::Location location() const {
    return {.object = nullptr,
            .bytes = access_.frame.address - offset_,
            .size = bytes_,
            .memory_update = detail::MemoryUpdate::kEveryChange};
  }
  void load(std::uint64_t* all) const {
    all[0] = all[1] = 0;
    note_assembly_access(location().bytes);
    detail::load(location(), all, std::memory_order_acquire);
    access_.report_access(false);
  }
  void extract(const std::uint64_t* all, std::uint64_t* value) const {
    value[0] = value[1] = 0;
    std::memcpy(value, reinterpret_cast<const char*>(all) + offset_, access_.bytes);
  }
  void insert(std::uint64_t* all, const std::uint64_t* value) const {
    std::memcpy(reinterpret_cast<char*>(all) + offset_, value, access_.bytes);
  }

 private:
  const Access& access_;
  std::size_t offset_ = 0;
  std::size_t bytes_;
};

constexpr detail::Exchange kSeqCst{
    .weak = false, .success = std::memory_order_seq_cst, .failure = std::memory_order_seq_cst};

// The old value becomes the frame's value. `function` computes from it what to write; false:
// nothing. Read-modify-write operations that the engine does not have are repeated until no other
// thread intervened.
template <class Function>
void change(const Access& access, Function function) {
  const ContainingWords containing(access);
  std::uint64_t all[2];
  containing.load(all);
  while (true) {
    containing.extract(all, access.frame.value);
    std::uint64_t value[2] = {access.frame.value[0], access.frame.value[1]};
    if (!function(value)) return;
    std::uint64_t wanted[2] = {all[0], all[1]};
    containing.insert(wanted, value);
    const bool done = detail::compare_exchange(containing.location(), all, wanted, kSeqCst);
    access.report_access(done);
    if (done) return;
  }
}

void load(const Access& access) {
  const ContainingWords containing(access);
  std::uint64_t all[2];
  containing.load(all);
  containing.extract(all, access.frame.value);
}

void store(const Access& access) {
  const std::uint64_t value = low_bytes(access.frame.value[0], access.bytes);
  if (ContainingWords(access).is_operand()) {
    access.frame.value[0] = value;
    access.frame.value[1] = 0;
    note_assembly_access(access.location().bytes);
    detail::store(access.location(), access.frame.value, std::memory_order_release);
    return access.report_access(true);
  }
  change(access, [&](std::uint64_t* word) {
    word[0] = value;
    return true;
  });
  access.frame.value[0] = value;
}

// `expected` becomes the old value.
bool compare_exchange(const Access& access, std::uint64_t* expected, const std::uint64_t* desired) {
  if (ContainingWords(access).is_operand()) {
    const bool done = detail::compare_exchange(access.location(), expected, desired, kSeqCst);
    access.report_access(done);
    return done;
  }
  bool equal = false;
  const std::uint64_t wanted[2] = {expected[0], expected[1]};
  change(access, [&](std::uint64_t* word) {
    equal = word[0] == wanted[0] && word[1] == wanted[1];
    word[0] = desired[0];
    return equal;
  });
  return equal;
}

std::uint64_t apply_change(detail::Change change, std::uint64_t value, std::uint64_t operand) {
  switch (change) {
    case detail::Change::kAdd: return value + operand;
    case detail::Change::kSubtract: return value - operand;
    case detail::Change::kAnd: return value & operand;
    case detail::Change::kOr: return value | operand;
    default: return value ^ operand;
  }
}

void fetch(const Access& access, detail::Change how, std::uint64_t operand) {
  operand = low_bytes(operand, access.bytes);
  if (!ContainingWords(access).is_operand()) {
    return change(access, [&](std::uint64_t* word) {
      word[0] = apply_change(how, word[0], operand);
      return true;
    });
  }
  std::uint64_t after[2] = {0, 0};
  detail::fetch(access.location(), how, &operand, {.before = access.frame.value, .after = after},
                std::memory_order_seq_cst);
  access.report_access(true);
}

void negate(const Access& access) {
  change(access, [](std::uint64_t* word) {
    word[0] = 0 - word[0];
    return true;
  });
}

void exchange(const Access& access, std::uint64_t operand) {
  if (ContainingWords(access).is_operand()) {
    detail::exchange(access.location(), &operand, access.frame.value, std::memory_order_seq_cst);
    return access.report_access(true);
  }
  change(access, [&](std::uint64_t* word) {
    word[0] = operand;
    return true;
  });
}

// cmpxchg8b and cmpxchg16b: a pair of words, the lower first.
void compare_exchange_pair(const Access& access) {
  Registers& registers = access.registers;
  std::uint64_t* const expected = access.frame.value;
  std::uint64_t desired[2] = {registers.rbx, registers.rcx};
  expected[0] = registers.rax;
  expected[1] = registers.rdx;
  const bool short_words = access.bytes == 8;
  if (short_words) {
    expected[0] = low_bytes(registers.rax, 4) | registers.rdx << 32;
    expected[1] = 0;
    desired[0] = low_bytes(registers.rbx, 4) | registers.rcx << 32;
  }
  const bool done = compare_exchange(access, expected, desired);
  registers.flags = done ? registers.flags | kZero : registers.flags & ~kZero;
  if (done) return;
  registers.rax = short_words ? low_bytes(expected[0], 4) : expected[0];
  registers.rdx = short_words ? expected[0] >> 32 : expected[1];
}

void atomic_operation(const Access& access) {
  Frame& frame = access.frame;
  const std::uint64_t operand = low_bytes(frame.operand, access.bytes);
  frame.value[0] = frame.value[1] = 0;
  switch (static_cast<AtomicOperation>(access.detail)) {
    case AtomicOperation::kAdd: return fetch(access, detail::Change::kAdd, operand);
    case AtomicOperation::kSubtract: return fetch(access, detail::Change::kSubtract, operand);
    case AtomicOperation::kAnd: return fetch(access, detail::Change::kAnd, operand);
    case AtomicOperation::kOr: return fetch(access, detail::Change::kOr, operand);
    case AtomicOperation::kXor: return fetch(access, detail::Change::kXor, operand);
    case AtomicOperation::kNegate: return negate(access);
    case AtomicOperation::kCompareExchangePair: return compare_exchange_pair(access);
    case AtomicOperation::kExchange: return exchange(access, operand);
    case AtomicOperation::kCompareExchange:
      frame.value[0] = low_bytes(access.registers.rax, access.bytes);
      compare_exchange(access, frame.value, &operand);
  }
}

std::uint64_t apply_bit_change(std::uint64_t value, std::uint64_t mask, unsigned what) {
  if (what == 1) return value | mask;
  return what == 2 ? value & ~mask : value ^ mask;
}

// A bit number in a register counts from the address in both directions; an immediate one stays
// within the operand.
void bit_operation(Access access) {
  const unsigned width = 8 * access.bytes;
  const unsigned what = access.detail & 3;
  const bool locked = (access.detail & 4) != 0;
  auto number = static_cast<std::int64_t>(access.frame.operand << (64 - width)) >> (64 - width);
  const std::uint64_t mask = std::uint64_t{1} << (static_cast<std::uint64_t>(number) & (width - 1));
  if ((access.detail & 8) != 0) {
    const std::int64_t words = (number - (number & (width - 1))) / static_cast<std::int64_t>(width);
    access.frame.address += words * access.bytes;
  }
  if (locked) {
    const auto change = what == 1   ? detail::Change::kOr
                        : what == 2 ? detail::Change::kAnd
                                    : detail::Change::kXor;
    access.frame.value[0] = access.frame.value[1] = 0;
    fetch(access, change, what == 2 ? ~mask : mask);
  } else {
    load(access);
  }
  const bool was_set = (access.frame.value[0] & mask) != 0;
  if (!locked && what != 0) {
    access.frame.value[0] = apply_bit_change(access.frame.value[0], mask, what);
    store(access);
  }
  std::uint64_t& flags = access.registers.flags;
  flags = was_set ? flags | kCarry : flags & ~kCarry;
}

// rep movs and rep stos: the ranges, as plain accesses.
void string_operation(const Access& access) {
  const std::uint64_t element_bytes = access.detail & 15;
  const bool reads_source = (access.detail & 16) != 0;
  const std::uint64_t count = (access.detail & 32) != 0 ? access.registers.rcx : 1;
  if (count == 0) return;
  const bool backwards = (access.registers.flags & kDirection) != 0;
  const std::uint64_t before = backwards ? (count - 1) * element_bytes : 0;
  const auto from = access.registers.rsi - before;
  const auto to = access.registers.rdi - before;
  if (reads_source)
    wide_access(reinterpret_cast<const void*>(from), count * element_bytes, false, access.caller);
  wide_access(reinterpret_cast<const void*>(to), count * element_bytes, true, access.caller);
}

void perform_access(const Access& access, Call what) {
  switch (what) {
    case Call::kLoad: return load(access);
    case Call::kStore: return store(access);
    case Call::kAtomic: return atomic_operation(access);
    case Call::kBitOperation: return bit_operation(access);
    case Call::kFence: return detail::fence(std::memory_order_seq_cst);
    case Call::kStringOperation: return string_operation(access);
    case Call::kUnknown:
      return note_unknown_assembly(reinterpret_cast<const char*>(access.frame.address));
  }
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_USES(bytes) \
  void __tsan_inline_assembly_uses_##bytes() { mcheck::sizes_used |= bytes; }
extern "C" {
MCHECK_USES(1)
MCHECK_USES(2)
MCHECK_USES(4)
MCHECK_USES(8)
MCHECK_USES(16)
}
// NOLINTEND

// The operand of the no-op, behind its three opcode bytes: what · bytes · detail.
extern "C" [[gnu::used, gnu::visibility("hidden")]] void mcheck_inline_assembly(
    mcheck::Frame* frame, mcheck::Registers* registers, const unsigned char* caller) {
  frame->unused = 0;
  const auto what = static_cast<mcheck::Call>(caller[3]);
  const unsigned bytes = caller[4];
  if (what == mcheck::Call::kFence || what == mcheck::Call::kStringOperation) frame->saved = 0;
  const bool has_operand = what == mcheck::Call::kAtomic || what == mcheck::Call::kBitOperation;
  frame->operand = has_operand ? mcheck::low_bytes(frame->operand, bytes) : 0;
  if (what != mcheck::Call::kStore) frame->value[0] = frame->value[1] = 0;
  mcheck::perform_access({*frame, *registers, caller, bytes, caller[5]}, what);
}
