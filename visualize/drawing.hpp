// SPDX-License-Identifier: MIT
// All pictures of a result, in all formats: which one fits, and what cannot be drawn, and why.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/trace/result.hpp"
#include "visualize/render.hpp"

namespace mcheck {

enum class Drawn {
  kExecution,  // the failing one
  kWaits,      // who waits for whom
  kSearch,     // all that was run
  kTwins,      // the failing one beside one that passes
};

[[nodiscard]] const char* name_of(Drawn what);
[[nodiscard]] std::vector<Drawn> all_drawn();

struct DrawingStyle {
  std::optional<Drawn> what;  // otherwise the one that fits
  PictureFormat format = PictureFormat::kSvg;
  std::size_t failure = 1;  // which of several, counted from 1
  bool full = false;        // all steps; otherwise long traces are folded
};

// "MC002 failed check in lost_update"; what was searched, where there is no failure.
[[nodiscard]] std::string picture_title(const Result& result, const DrawingStyle& style);

// The bytes of the file, or why there are none: "the result has no failures".
[[nodiscard]] std::variant<Picture, std::string> draw(const Result& result,
                                                      const DrawingStyle& style);

}  // namespace mcheck
