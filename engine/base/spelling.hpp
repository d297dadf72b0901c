// SPDX-License-Identifier: MIT
// Suggestions for words that are not known.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

// The known word that was probably meant; "" if none is similar.
[[nodiscard]] std::string nearest(const std::string& word, const std::vector<std::string>& known);

}  // namespace mcheck
