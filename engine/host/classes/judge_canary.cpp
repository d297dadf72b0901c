// SPDX-License-Identifier: MIT
#include "engine/host/classes/judge_canary.hpp"

#include "engine/base/host_state.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE constinit JudgeCanary current_canary = JudgeCanary::kHealthy;

}  // namespace

void set_judge_canary(JudgeCanary canary) { current_canary = canary; }

JudgeCanary judge_canary() { return current_canary; }

}  // namespace mcheck
