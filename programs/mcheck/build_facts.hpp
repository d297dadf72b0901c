// SPDX-License-Identifier: MIT
// How this mcheck was built: what `mcheck --version` tells behind its number. The texts are written
// when it is built (build_facts.cmake).
#pragma once

namespace mcheck::command {

struct BuildFacts {
  const char* commit;    // "" where there was no repository
  const char* compiler;  // and its options
  const char* libraries;
};

extern const BuildFacts kBuildFacts;

}  // namespace mcheck::command
