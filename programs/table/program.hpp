// SPDX-License-Identifier: MIT
// A parsed program in the language of docs/table.md: every name is an object of one kind, and every
// statement is complete. reader.hpp parses it, interpreter.hpp runs it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace table {

using Number = std::int64_t;

enum class Keyword : std::uint8_t {
  kLoad,
  kStore,
  kAdd,
  kExchange,
  kCas,
  kAwait,
  kFence,
  kLock,
  kUnlock,
  kTryLock,
  kReadLock,
  kReadUnlock,
  kWait,
  kTimedWait,
  kNotify,
  kNotifyAll,
  kAcquire,
  kRelease,
  kTryAcquire,
  kGet,
  kSet,
  kChoose,
  kIf,
  kCheck,
};

enum class Kind : std::uint8_t {
  kUnknown,
  kAtomic,
  kData,
  kMutex,
  kSharedMutex,
  kCondition,
  kSemaphore,
};

inline constexpr std::size_t kRegisters = 10;

// A number or a register.
struct Value {
  std::optional<std::size_t> reg;
  Number number = 0;
};

struct Statement {
  Keyword word = Keyword::kFence;
  std::size_t line = 0;
  std::optional<std::size_t> target;  // the register for the result
  std::size_t object = 0;             // its index; for a wait the condition
  std::size_t mutex = 0;              // for a wait
  Value first;                        // of a comparison: a register
  Value second;
  bool unequal = false;  // the comparison is !=
  std::memory_order order = std::memory_order_seq_cst;
  std::size_t skip = 0;
};

// The statements of one thread.
struct Block {
  std::string name;  // as in the file; otherwise T1, T2 … as in reports, and main
  bool named = false;
  std::size_t line = 0;
  std::vector<Statement> statements;
  std::array<bool, kRegisters> assigned{};  // registers with an assignment
  std::array<std::string, kRegisters> register_names;
};

struct Object {
  std::string name;
  Kind kind = Kind::kUnknown;
  Number first = 0;
  std::size_t line = 0;  // of the use that determined the kind
};

struct Program {
  std::string file;
  std::string error;  // why it cannot run; empty if it can
  std::vector<Object> objects;
  std::vector<Block> threads;
  std::optional<Block> finally;
};

}  // namespace table
