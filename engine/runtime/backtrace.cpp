// SPDX-License-Identifier: MIT
#include "engine/runtime/backtrace.hpp"

#include <unwind.h>

namespace mcheck {
namespace {

constexpr std::size_t kDeepest = 48;

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* into) {
  auto& frames = *static_cast<Backtrace*>(into);
  int before_call = 0;
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &before_call);
  if (address == 0 || frames.size() >= kDeepest) return _URC_END_OF_STACK;
  frames.push_back(before_call != 0 ? address : address - 1);  // the call, not what follows it
  return _URC_NO_REASON;
}

}  // namespace

Backtrace backtrace_here() {
  Backtrace frames;
  frames.reserve(kDeepest);
  _Unwind_Backtrace(take_frame, &frames);
  return frames;
}

}  // namespace mcheck
