# SPDX-License-Identifier: MIT
# Writes OUTPUT, a source that contains the texts of PAGES for `mcheck explain`, so that the command
# needs no files at run time.
string(REPLACE "|" ";" PAGES "${PAGES}")
list(SORT PAGES)
set(entries "")
foreach(page ${PAGES})
  file(READ ${page} text)
  string(APPEND entries "      {R\"page(${text})page\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Made by failure_pages.cmake.
#include "programs/mcheck/commands/explain.hpp"

namespace mcheck::command {

const std::vector<FailurePage>& failure_pages() {
  static const std::vector<FailurePage> pages = {
@entries@  };
  return pages;
}

}  // namespace mcheck::command
]])
