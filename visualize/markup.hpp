// SPDX-License-Identifier: MIT
// Text for HTML, XML and what looks like them.
#pragma once

#include <string>
#include <string_view>

namespace mcheck {

// With < > & and " as the names that they have there; all else as it is.
[[nodiscard]] std::string escaped_markup(std::string_view text);

}  // namespace mcheck
