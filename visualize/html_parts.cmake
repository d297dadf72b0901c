# SPDX-License-Identifier: MIT
# Writes OUTPUT, a source with the texts of pages: TEMPLATE, STYLES and SCRIPTS, each list joined
# by |, in this order, INDEX and INDEX_STYLE. So the command carries them, and a page needs nothing
# but itself.
function(joined out files)
  string(REPLACE "|" ";" files "${files}")
  set(all "")
  foreach(file ${files})
    file(READ ${file} text)
    # What says the same in each file says it once, at the top of the page.
    string(REGEX REPLACE "^(//|/\\*) SPDX[^\n]*\n" "" text "${text}")
    # A text of a program's source has a limit that compilers must keep, 65,536 bytes.
    string(APPEND all "  R\"part(${text})part\"\n")
  endforeach()
  set(${out} "${all}" PARENT_SCOPE)
endfunction()

joined(template "${TEMPLATE}")
joined(style "${STYLES}")
joined(script "${SCRIPTS}")
joined(index "${INDEX}")
joined(index_style "${INDEX_STYLE}")
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Made by html_parts.cmake.
#include "visualize/html_parts.hpp"

namespace mcheck {

HtmlParts html_parts() {
  return {.page =
@template@  , .style =
@style@  , .script =
@script@  , .index =
@index@  , .index_style =
@index_style@  };
}

}  // namespace mcheck
]])
