// SPDX-License-Identifier: MIT
// A schedule that is forced from outside (--schedule): what happens when a thread of the program
// reaches a patched call (engine/platform/linking/call_patch.hpp), or an operation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/runtime/machine/operation_hook.hpp"

namespace mcheck {

struct ForcedAction {
  enum class Kind { kEvent, kWait, kOpen, kArrive, kCall, kAssert };
  Kind kind = Kind::kEvent;
  std::string name;        // of an event, a gate or a function
  std::string thread;      // in that thread only; empty: in any
  unsigned long time = 0;  // that time only; 0: each time
  std::size_t gate = 0;
  void* function = nullptr;    // void() to call, bool() to assert
  std::string at;              // where it stands, for messages
  std::string object{};        // of the operation that it is at
  std::string unused{};        // NamedLocation::unused
  std::string thrown{};        // only if the exception has this type; empty: any, or no exception
  bool at_thread_end = false;  // of `thread`
};

// Added to the number of a patched call: what is thrown there was known before.
inline constexpr unsigned kThrownTypeIsKnown = 0x100;

struct ForcedGate {
  std::string name;
  unsigned long needed = 1;
  bool takes = false;
};

struct ForcedSchedule {
  static constexpr std::size_t kMax = 32;  // gates, actions, events
  static constexpr std::size_t kMaxAlternatives = 16;

  std::vector<ForcedGate> gates;
  std::vector<ForcedAction> actions;  // by the number of the patched call
  std::string orders;                 // of events
  // Null: no action is at an operation. At an operation a thread waits, arrives, asserts and calls
  // before it; events have happened and gates are open after it.
  OperationMatcher actions_at = nullptr;
  // False: no action is at this operation. Much faster than the matcher.
  bool (*may_be_at)(const Operation& operation) = nullptr;
  // Whether the name of a std::type_info is that of the type.
  bool (*is_type)(const char* type_info_name, const std::string& type) = nullptr;
};

// From now on; before the program runs. False: there are more than ForcedSchedule::kMax of
// something.
[[nodiscard]] bool force_schedule(ForcedSchedule schedule);

// Whether some action is at an operation: then each step has to be run.
[[nodiscard]] bool forces_operations();

// Whether the schedule has effects now.
void enable_forced_schedule(bool enabled);

}  // namespace mcheck
