// SPDX-License-Identifier: MIT
#include "engine/host/results/misuse_report.hpp"

#include "engine/host/names/symbolizer.hpp"

namespace mcheck {

void add_misuses(std::vector<Warning>& warnings, std::span<const DefinedMisuse> misuses) {
  Symbolizer symbolizer;
  for (const DefinedMisuse& misuse : misuses) symbolizer.add(misuse.from);
  if (!misuses.empty()) symbolizer.resolve();
  for (const DefinedMisuse& misuse : misuses) {
    const SourceLocation location = symbolizer.user_location(misuse.from);
    Warning warning{.kind = FailureKind::kMisuse,
                    .message = misuse.thread + " " + misuse.message,
                    .objects = {misuse.message},
                    .places = {},
                    .schedule = {}};
    if (!location.file.empty()) {
      warning.message += " (" + location.file.substr(location.file.rfind('/') + 1) + ":" +
                         std::to_string(location.line) + ")";
      warning.places.push_back({.thread = misuse.thread,
                                .what = misuse.message,
                                .file = location.file,
                                .line = location.line,
                                .function = location.function});
    }
    warnings.push_back(std::move(warning));
  }
}

}  // namespace mcheck
