# SPDX-License-Identifier: MIT
# Writes OUTPUT, a source with the parts of the HTML pages as strings: TEMPLATE, STYLES and SCRIPTS
# (lists joined by |, in this order), INDEX and INDEX_STYLE. So the command contains them, and a page
# needs no other file.
function(joined out files)
  string(REPLACE "|" ";" files "${files}")
  set(all "")
  foreach(file ${files})
    file(READ ${file} text)
    # The licence line is at the top of the page already.
    string(REGEX REPLACE "^(//|/\\*) SPDX[^\n]*\n" "" text "${text}")
    # Compilers need not accept string literals of more than 65,536 bytes: one literal per file.
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
#include "visualize/page/html_parts.hpp"

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
