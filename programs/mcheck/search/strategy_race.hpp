// SPDX-License-Identifier: MIT
// --strategy auto: a search of traces and one of states side by side, each in a process of its own,
// until the first of them decides. Which of them ends sooner differs by orders of magnitude in both
// directions, and is not known before. So both together take at most twice what the better one
// takes, and a head start: small searches start one process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/trace/protocol/schedule.hpp"
#include "engine/trace/results/result.hpp"
#include "programs/mcheck/supervise/protocol_session.hpp"

namespace mcheck::command {

// `call` asks for a search; its strategy is replaced. `started`: a program that waits for its
// request, or null.
[[nodiscard]] Result race_strategies(const Call& call, const Schedule& base_schedule,
                                     std::shared_ptr<ProtocolSession> started);

}  // namespace mcheck::command
