// SPDX-License-Identifier: MIT
// The statements of the language, as a table: name, whether it has a result, and operands.
#pragma once

#include <array>
#include <atomic>
#include <string_view>

#include "program.hpp"

namespace table {

enum class Orders : std::uint8_t {
  kNone,
  kLoad,
  kStore,
  kAny,
  kMust
};  // that the statement accepts

struct Form {
  Word word;
  std::string_view name;
  bool yields;                // may follow `r =`
  std::string_view operands;  // one letter each: an object (operand_kind), v a value, n a count
  Orders orders;
  std::string_view text;  // for error messages
};

inline constexpr std::array<Form, 22> kForms = {{
    {Word::kLoad, "load", true, "x", Orders::kLoad, "r = load x [ORDER]"},
    {Word::kStore, "store", false, "xv", Orders::kStore, "store x V [ORDER]"},
    {Word::kAdd, "add", true, "xv", Orders::kAny, "r = add x V [ORDER]"},
    {Word::kExchange, "exchange", true, "xv", Orders::kAny, "r = exchange x V [ORDER]"},
    {Word::kCas, "cas", true, "xvv", Orders::kAny, "r = cas x V V [ORDER]"},
    {Word::kAwait, "await", false, "xv", Orders::kLoad, "await x V [ORDER]"},
    {Word::kFence, "fence", false, "", Orders::kMust, "fence ORDER"},
    {Word::kLock, "lock", false, "m", Orders::kNone, "lock m"},
    {Word::kUnlock, "unlock", false, "m", Orders::kNone, "unlock m"},
    {Word::kTryLock, "trylock", true, "m", Orders::kNone, "r = trylock m"},
    {Word::kReadLock, "rlock", false, "s", Orders::kNone, "rlock m"},
    {Word::kReadUnlock, "runlock", false, "s", Orders::kNone, "runlock m"},
    {Word::kWait, "wait", false, "cw", Orders::kNone, "wait c m"},
    {Word::kTimedWait, "timedwait", true, "cw", Orders::kNone, "r = timedwait c m"},
    {Word::kNotify, "notify", false, "c", Orders::kNone, "notify c"},
    {Word::kNotifyAll, "notifyall", false, "c", Orders::kNone, "notifyall c"},
    {Word::kAcquire, "acquire", false, "p", Orders::kNone, "acquire s"},
    {Word::kRelease, "release", false, "p", Orders::kNone, "release s"},
    {Word::kTryAcquire, "tryacquire", true, "p", Orders::kNone, "r = tryacquire s"},
    {Word::kGet, "get", true, "d", Orders::kNone, "r = get p"},
    {Word::kSet, "set", false, "dv", Orders::kNone, "set p V"},
    {Word::kChoose, "choose", true, "n", Orders::kNone, "r = choose N"},
}};

// The kind of object that a letter stands for. m, s and w are mutexes: of either kind, shared, and
// the mutex of a wait.
constexpr Kind operand_kind(char letter) {
  switch (letter) {
    case 'x': return Kind::kAtomic;
    case 'd': return Kind::kData;
    case 'm':
    case 'w': return Kind::kMutex;
    case 's': return Kind::kSharedMutex;
    case 'c': return Kind::kCondition;
    case 'p': return Kind::kSemaphore;
    default: return Kind::kUnknown;
  }
}

constexpr std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::kUnknown: return "nothing yet";
    case Kind::kAtomic: return "an atomic";
    case Kind::kData: return "plain data";
    case Kind::kMutex: return "a mutex";
    case Kind::kSharedMutex: return "a shared mutex";
    case Kind::kCondition: return "a condition";
    case Kind::kSemaphore: return "a semaphore";
  }
  return "";
}

struct OrderName {
  std::string_view name;
  std::memory_order order;
};

inline constexpr std::array<OrderName, 6> kOrders = {{
    {"relaxed", std::memory_order_relaxed},
    {"consume", std::memory_order_consume},
    {"acquire", std::memory_order_acquire},
    {"release", std::memory_order_release},
    {"acq_rel", std::memory_order_acq_rel},
    {"seq_cst", std::memory_order_seq_cst},
}};

constexpr bool allows(Orders orders, std::memory_order order) {
  const bool acquires = order == std::memory_order_consume || order == std::memory_order_acquire;
  const bool releases = order == std::memory_order_release;
  const bool both = order == std::memory_order_acq_rel;
  switch (orders) {
    case Orders::kNone: return false;
    case Orders::kLoad: return !releases && !both;
    case Orders::kStore: return !acquires && !both;
    case Orders::kAny:
    case Orders::kMust: return true;
  }
  return false;
}

}  // namespace table
