// SPDX-License-Identifier: MIT
// The call that a lambda of a harness makes, as C++ with holes for its arguments: for tests that
// are written out.
#pragma once

#include <string>

namespace mcheck::command::reflection {

// "[](queue& self, int a) { return self.push(a); }" as "{0}.push({1})"; a lambda of several
// statements as a call of itself.
[[nodiscard]] std::string code_of(const std::string& callable);

}  // namespace mcheck::command::reflection
