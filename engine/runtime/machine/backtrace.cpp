// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/backtrace.hpp"

#include <unwind.h>

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

}  // namespace

CallFrames frames_here() {
  CallFrames frames;
  frames.calls.reserve(kMaxFrames);
  frames.ends.reserve(kMaxFrames);
  _Unwind_Backtrace(append_frame, &frames);
  return frames;
}

Backtrace backtrace_here() { return frames_here().calls; }

}  // namespace mcheck
