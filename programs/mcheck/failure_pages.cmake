# SPDX-License-Identifier: MIT
# Writes OUTPUT, a source with the texts of PAGES: what `mcheck explain` prints is a part of the
# command, and needs no file where it runs.
string(REPLACE "|" ";" PAGES "${PAGES}")
list(SORT PAGES)
set(entries "")
foreach(page ${PAGES})
  file(READ ${page} text)
  string(APPEND entries "      {R\"page(${text})page\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Made by failure_pages.cmake.
#include "programs/mcheck/explain.hpp"

namespace mcheck::command {

const std::vector<FailurePage>& failure_pages() {
  static const std::vector<FailurePage> pages = {
@entries@  };
  return pages;
}

}  // namespace mcheck::command
]])
