// SPDX-License-Identifier: MIT
#include "tests/support/table/final_state.hpp"

namespace table {
namespace {

const char* name_of(Ended ended) {
  switch (ended) {
    case Ended::kNotStarted: return "not started";
    case Ended::kDone: return "done";
    case Ended::kStuck: return "stuck";
    case Ended::kFailed: return "failed";
    case Ended::kCutOff: return "cut off";
  }
  return "";
}

}  // namespace

bool FinalState::any(Ended ended) const {
  for (std::size_t t = 0; t < count; ++t) {
    if (threads[t].ended == ended) return true;
  }
  return false;
}

std::string text(const FinalState& state) {
  std::string result;
  for (std::size_t t = 0; t < state.count; ++t) {
    if (t > 0) result += ", ";
    result += "T" + std::to_string(t) + " " + name_of(state.threads[t].ended);
    for (const int r : state.threads[t].r) result += " " + std::to_string(r);
  }
  result += "; x";
  for (const int x : state.x) result += " " + std::to_string(x);
  result += "; d";
  for (const int d : state.data) result += " " + std::to_string(d);
  return result;
}

}  // namespace table
