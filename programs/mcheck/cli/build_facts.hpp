// SPDX-License-Identifier: MIT
// How this mcheck was built, for `mcheck --version`. build_facts.cmake generates the texts in each
// build.
#pragma once

namespace mcheck::command {

struct BuildFacts {
  const char* commit;    // "" if the source tree is not a repository
  const char* compiler;  // with its options
  const char* libraries;
};

extern const BuildFacts kBuildFacts;

}  // namespace mcheck::command
