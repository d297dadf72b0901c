// SPDX-License-Identifier: MIT
// A task of run-based TruSt as a line of text, for another process or for a checkpoint:
//
//   0.25 3 5  4:T1#2>T2#0  T1@1/2 T2=1@3/9! T1=T2@5/0
//   |    | |  |            |      a step: thread, = data choice, @ stamps of reading / writing,
//   |    | |  |            ! source of a revisit
//   |    | |  pins: stamp : slot > event of the version
//   |    | the step whose write is new, or -
//   |    threads that took steps
//   share of the search
//
// Threads, and data choices that are threads, are written as paths.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dpor/trust/task.hpp"
#include "engine/search/execution/identity.hpp"

namespace mcheck::trust {

[[nodiscard]] std::string to_text(const Task& task, double share, const Identities& names);

// No value: the text is malformed.
[[nodiscard]] std::optional<Task> parse_task(std::string_view text, Identities& names);

}  // namespace mcheck::trust
