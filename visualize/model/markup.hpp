// SPDX-License-Identifier: MIT
// Escaping for HTML, XML and similar languages.
#pragma once

#include <string>
#include <string_view>

namespace mcheck {

// Replaces < > & and " by entities.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace mcheck
