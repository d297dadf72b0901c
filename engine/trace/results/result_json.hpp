// SPDX-License-Identifier: MIT
// A Result as JSON: the documented, versioned object of `--json` (docs/result_format.md), which a
// checked program also sends to the command. One file writes and reads it, so both sides agree.
#pragma once

#include "engine/base/json.hpp"
#include "engine/trace/results/result.hpp"

namespace mcheck {

inline constexpr int kResultFormat = 1;

// Traces have many steps: these are converted when the JSON is written, so the result must outlive
// the JSON.
[[nodiscard]] Json to_json(const Result& result);
Json to_json(Result&& result) = delete;
[[nodiscard]] Json to_json(const FailureReport& failure);
[[nodiscard]] Json to_json(const Warning& warning);

// REQUIRES: created by to_json. Missing fields keep their defaults.
[[nodiscard]] FailureReport failure_from_json(const Json& json);
[[nodiscard]] Warning warning_from_json(const Json& json);
[[nodiscard]] Result result_from_json(const Json& json);

[[nodiscard]] Json to_json(const std::vector<NamedValue>& values);
[[nodiscard]] std::vector<NamedValue> values_from_json(const Json& json);
[[nodiscard]] Json to_json(const std::vector<Suppressed>& suppressed);
[[nodiscard]] std::vector<Suppressed> suppressed_from_json(const Json& json);

}  // namespace mcheck
