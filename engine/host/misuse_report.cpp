// SPDX-License-Identifier: MIT
#include "engine/host/misuse_report.hpp"

#include "engine/host/symbols.hpp"

namespace mcheck {

void add_misuses(std::vector<Warning>& warnings, std::span<const DefinedMisuse> misuses) {
  Symbols symbols;
  for (const DefinedMisuse& misuse : misuses) symbols.want(misuse.from);
  if (!misuses.empty()) symbols.look_up();
  for (const DefinedMisuse& misuse : misuses) {
    const SourcePlace place = symbols.user_place(misuse.from);
    Warning warning{.kind = FailureKind::kMisuse,
                    .message = misuse.thread + " " + misuse.message,
                    .objects = {misuse.message},
                    .places = {},
                    .schedule = {}};
    if (!place.file.empty()) {
      warning.message += " (" + place.file.substr(place.file.rfind('/') + 1) + ":" +
                         std::to_string(place.line) + ")";
      warning.places.push_back({.thread = misuse.thread,
                                .what = misuse.message,
                                .file = place.file,
                                .line = place.line,
                                .function = place.function});
    }
    warnings.push_back(std::move(warning));
  }
}

}  // namespace mcheck
