// SPDX-License-Identifier: MIT
// All pictures of a result, in all formats: chooses the kind, and says why a picture cannot be
// drawn.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/trace/results/result.hpp"
#include "visualize/graph/render.hpp"

namespace mcheck {

enum class PictureKind {
  kExecution,  // the failing execution
  kWaits,      // which threads wait for which
  kSearch,     // the search tree
  kTwins,      // the failing execution beside a passing one
};

[[nodiscard]] const char* name_of(PictureKind what);
[[nodiscard]] std::vector<PictureKind> all_picture_kinds();

struct DrawingStyle {
  std::optional<PictureKind> what;  // default: the kind that suits the result
  PictureFormat format = PictureFormat::kSvg;
  std::size_t failure = 1;  // which of several, counted from 1
  bool full = false;        // all steps; otherwise long traces are folded
};

// "MC002 failed check in lost_update"; without a failure, what was searched.
[[nodiscard]] std::string picture_title(const Result& result, const DrawingStyle& style);

// The bytes of the file, or the reason why there are none: "the result has no failures".
[[nodiscard]] std::variant<Picture, std::string> draw(const Result& result,
                                                      const DrawingStyle& style);

}  // namespace mcheck
