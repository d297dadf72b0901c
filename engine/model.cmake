# SPDX-License-Identifier: MIT
# Makes mcheck_model.o: what a program written for mcheck is linked with, and what adapters to test
# frameworks are made of, as one object; so that whoever uses it needs none of the packages that
# mcheck is made of, and has no business with their versions. A script, for `cmake -P`; its words
# are those of unmodified.cmake.
#
# Visible stay what has a C name, operator new and delete, and what namespace mcheck defines, but for
# instances of templates.
include(${CMAKE_CURRENT_LIST_DIR}/linking.cmake)

defined_symbols(lines ${ROOMS})
set(names)
foreach(line IN LISTS lines)
  if(line MATCHES "^([^ ]+) [TWDBRVi] ")
    set(name ${CMAKE_MATCH_1})
    if(NOT name MATCHES "^(_Z|DW[.]ref[.])" OR name MATCHES "^_Z(n|d)(w|a|l)")
      list(APPEND names ${name})
    elseif(name MATCHES "^_Z(TI|TS|TV|TT|GV|TH|TW)?N[KVRO]*6mcheck" AND NOT line MATCHES " W ")
      list(APPEND names ${name})
    endif()
  endif()
endforeach()
list(REMOVE_DUPLICATES names)
list(SORT names)
list(JOIN names "\n" text)
file(WRITE ${OUTPUT}.names "${text}\n")

link_whole(${OUTPUT}.whole)
run(${OBJCOPY} --strip-debug --keep-global-symbols=${OUTPUT}.names ${OUTPUT}.whole ${OUTPUT})
file(REMOVE ${OUTPUT}.whole)
