// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/backtrace.hpp"

#include <unwind.h>

#include <utility>

namespace mcheck {
namespace {

constexpr std::size_t kMaxFrames = 48;

_Unwind_Reason_Code append_frame(_Unwind_Context* context, void* into) {
  auto& frames = *static_cast<CallFrames*>(into);
  int before_call = 0;
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &before_call);
  if (address == 0 || frames.calls.size() >= kMaxFrames) return _URC_END_OF_STACK;
  // The call, not the instruction after it.
  frames.calls.push_back(before_call != 0 ? address : address - 1);
  frames.ends.push_back(_Unwind_GetCFA(context));
  return _URC_NO_REASON;
}

struct CallsUntil {
  bool (*is_last)(std::uintptr_t call) = nullptr;
  Backtrace calls{};
};

_Unwind_Reason_Code append_call(_Unwind_Context* context, void* into) {
  auto& [is_last, calls] = *static_cast<CallsUntil*>(into);
  int before_call = 0;
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &before_call);
  if (address == 0 || calls.size() >= kMaxFrames) return _URC_END_OF_STACK;
  calls.push_back(before_call != 0 ? address : address - 1);
  return is_last(calls.back()) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

Backtrace calls_until(bool (*is_last)(std::uintptr_t call)) {
  CallsUntil until{.is_last = is_last};
  until.calls.reserve(kMaxFrames);
  _Unwind_Backtrace(append_call, &until);
  return std::move(until.calls);
}

CallFrames frames_here() {
  CallFrames frames;
  frames.calls.reserve(kMaxFrames);
  frames.ends.reserve(kMaxFrames);
  _Unwind_Backtrace(append_frame, &frames);
  return frames;
}

Backtrace backtrace_here() { return frames_here().calls; }

}  // namespace mcheck
