# SPDX-License-Identifier: MIT
# Writes the texts of build_facts.hpp if they have changed. Run by `cmake -P`:
#
#   OUTPUT  the source      SOURCE  the tree, which may be a repository
#   COMPILER, LIBRARIES     two of the texts
set(commit "")
find_program(git git)
if(git)
  execute_process(
    COMMAND ${git} -C ${SOURCE} rev-parse --show-toplevel
    OUTPUT_VARIABLE top
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(top STREQUAL SOURCE) # and not that of a project that contains mcheck
    execute_process(
      COMMAND ${git} -C ${SOURCE} rev-parse --short=12 HEAD
      OUTPUT_VARIABLE commit
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(
      COMMAND ${git} -C ${SOURCE} diff --quiet HEAD
      RESULT_VARIABLE changed
      ERROR_QUIET)
    if(commit AND NOT changed EQUAL 0)
      string(APPEND commit ", and changes")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [==[// Made by build_facts.cmake.
#include "programs/mcheck/cli/build_facts.hpp"

const mcheck::command::BuildFacts mcheck::command::kBuildFacts = {
    "@commit@",
    "@COMPILER@",
    "@LIBRARIES@",
};
]==] @ONLY)
