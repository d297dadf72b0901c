// SPDX-License-Identifier: MIT
// The statements of the language, as a table: name, whether it has a result, and operands.
#pragma once

#include <array>
#include <atomic>
#include <string_view>

#include "program.hpp"

namespace table {

enum class AllowedOrders : std::uint8_t {
  kNone,
  kLoad,
  kStore,
  kAny,
  kRequired
};  // that the statement accepts

struct StatementForm {
  Keyword word;
  std::string_view name;
  bool yields;                // may follow `r =`
  std::string_view operands;  // one letter each: an object (operand_kind), v a value, n a count
  AllowedOrders orders;
  std::string_view text;  // for error messages
};

inline constexpr std::array<StatementForm, 22> kForms = {{
    {Keyword::kLoad, "load", true, "x", AllowedOrders::kLoad, "r = load x [ORDER]"},
    {Keyword::kStore, "store", false, "xv", AllowedOrders::kStore, "store x V [ORDER]"},
    {Keyword::kAdd, "add", true, "xv", AllowedOrders::kAny, "r = add x V [ORDER]"},
    {Keyword::kExchange, "exchange", true, "xv", AllowedOrders::kAny, "r = exchange x V [ORDER]"},
    {Keyword::kCas, "cas", true, "xvv", AllowedOrders::kAny, "r = cas x V V [ORDER]"},
    {Keyword::kAwait, "await", false, "xv", AllowedOrders::kLoad, "await x V [ORDER]"},
    {Keyword::kFence, "fence", false, "", AllowedOrders::kRequired, "fence ORDER"},
    {Keyword::kLock, "lock", false, "m", AllowedOrders::kNone, "lock m"},
    {Keyword::kUnlock, "unlock", false, "m", AllowedOrders::kNone, "unlock m"},
    {Keyword::kTryLock, "trylock", true, "m", AllowedOrders::kNone, "r = trylock m"},
    {Keyword::kReadLock, "rlock", false, "s", AllowedOrders::kNone, "rlock m"},
    {Keyword::kReadUnlock, "runlock", false, "s", AllowedOrders::kNone, "runlock m"},
    {Keyword::kWait, "wait", false, "cw", AllowedOrders::kNone, "wait c m"},
    {Keyword::kTimedWait, "timedwait", true, "cw", AllowedOrders::kNone, "r = timedwait c m"},
    {Keyword::kNotify, "notify", false, "c", AllowedOrders::kNone, "notify c"},
    {Keyword::kNotifyAll, "notifyall", false, "c", AllowedOrders::kNone, "notifyall c"},
    {Keyword::kAcquire, "acquire", false, "p", AllowedOrders::kNone, "acquire s"},
    {Keyword::kRelease, "release", false, "p", AllowedOrders::kNone, "release s"},
    {Keyword::kTryAcquire, "tryacquire", true, "p", AllowedOrders::kNone, "r = tryacquire s"},
    {Keyword::kGet, "get", true, "d", AllowedOrders::kNone, "r = get p"},
    {Keyword::kSet, "set", false, "dv", AllowedOrders::kNone, "set p V"},
    {Keyword::kChoose, "choose", true, "n", AllowedOrders::kNone, "r = choose N"},
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

constexpr bool allows(AllowedOrders orders, std::memory_order order) {
  const bool acquires = order == std::memory_order_consume || order == std::memory_order_acquire;
  const bool releases = order == std::memory_order_release;
  const bool both = order == std::memory_order_acq_rel;
  switch (orders) {
    case AllowedOrders::kNone: return false;
    case AllowedOrders::kLoad: return !releases && !both;
    case AllowedOrders::kStore: return !acquires && !both;
    case AllowedOrders::kAny:
    case AllowedOrders::kRequired: return true;
  }
  return false;
}

}  // namespace table
