# SPDX-License-Identifier: MIT
# Links mcheck_model.o: the engine and the adapters to test frameworks as one object, for programs
# that are written for mcheck. Its users need none of the packages that mcheck uses, and no certain
# versions of them. A script for `cmake -P`, with the same variables as unmodified.cmake.
#
# Symbols that stay visible: C names, operator new and delete, and definitions in namespace mcheck,
# except instances of templates.
include(${CMAKE_CURRENT_LIST_DIR}/linking.cmake)

defined_symbols(lines ${LAYERS})
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
