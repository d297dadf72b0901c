// SPDX-License-Identifier: MIT
// Compiled into an archive for tools_test.cpp: each kind of variable that the rule must
// distinguish, as the compiler really emits it.
#include <string>

#include "engine/base/host_state.hpp"

namespace mcheck::house {

int sample_zero = 0;
int sample_seven = 7;
thread_local int sample_thread_local = 1;
std::string& sample_static() {
  static std::string sample_inside = "made when first used";
  return sample_inside;
}

MCHECK_HOST_STATE int sample_marked = 7;
extern const int sample_constant;
const int sample_constant = 7;
constexpr const char* kSampleNames[] = {"one", "two"};
const char* sample_name(int which) { return kSampleNames[which]; }

struct SampleBase {
  virtual ~SampleBase() = default;
  virtual int answer() const { return 42; }
};
int sample_answer() { return SampleBase().answer(); }

}  // namespace mcheck::house
