# SPDX-License-Identifier: MIT
# A part of unmodified.cmake: isolates the engine's names from the program's. For each function NAME
# of the C library
#
#   mcheck_own_NAME   is the engine's replacement, which the engine itself calls;
#   NAME              is the same for the program and libraries, but weak: the program may define
#                     something else with that name (engine/intercept/examination/redefined_names.hpp);
#   mcheck_real_NAME  is what the engine calls if it has no replacement: a jump to the library's own
#                     function (engine/platform/linking/library_jumps.hpp).
#
# Names that begin with _ are reserved, so no program defines them.

# REQUIRES: the engine uses only functions of the C library, and the streams of stdio.
function(isolate_names object)
  run(${NM} --extern-only --format=posix ${object})
  string(REGEX MATCHALL "[^\n]+" lines "${output}")
  set(defined ${lines})
  list(FILTER defined INCLUDE REGEX "^[^ ]+ [TWDBRV] ")
  list(TRANSFORM defined REPLACE " .*" "")
  list(REMOVE_DUPLICATES defined)
  set(wanted ${lines})
  list(FILTER wanted INCLUDE REGEX "^[^ ]+ U")
  list(TRANSFORM wanted REPLACE " .*" "")
  list(REMOVE_DUPLICATES wanted)
  list(REMOVE_ITEM wanted ${defined})
  list(FILTER wanted EXCLUDE REGEX "^(_|mcheck_)")
  set(taken ${names}) # names that stay visible
  list(FILTER taken EXCLUDE REGEX "^(_|mcheck_|body_|fast_)")

  set(renamed)
  foreach(name IN LISTS wanted)
    string(APPEND renamed "${name} mcheck_real_${name}\n")
  endforeach()
  foreach(name IN LISTS taken)
    string(APPEND renamed "${name} mcheck_own_${name}\n")
  endforeach()
  file(WRITE ${object}.renamed "${renamed}")
  run(${OBJCOPY} --redefine-syms=${object}.renamed ${object})

  list(REMOVE_ITEM wanted stdin stdout stderr) # library_jumps.cpp defines these
  set(text "#include \"engine/platform/linking/library_jumps.hpp\"
#include \"engine/platform/linking/interposed_names.hpp\"\n")
  foreach(name IN LISTS wanted)
    string(APPEND text "MCHECK_LIBRARY_JUMP(${name})\n")
  endforeach()
  foreach(name IN LISTS taken)
    string(APPEND text "MCHECK_INTERPOSED_NAME(${name})\n")
  endforeach()
  file(WRITE ${object}.cpp "${text}")
  run(${COMPILER} -std=c++20 -fPIC -I${SOURCE} -c ${object}.cpp -o ${object}.rows)

  # All code in one section, whose ends distinguish it from the program's.
  set(script "SECTIONS { .text : { mcheck_code_begin = .;
    *(.text.unlikely .text.unlikely.* .text.startup .text.startup.* .text.hot .text.hot.*)
    *(.text .text.*) mcheck_code_end = .; } }\n")
  foreach(name IN LISTS taken)
    string(APPEND script "${name} = mcheck_own_${name};\n")
  endforeach()
  file(WRITE ${object}.ld "${script}")
  run(${LINKER} -r -T ${object}.ld -o ${object}.apart ${object} ${object}.rows)
  list(JOIN taken "\n" text)
  file(WRITE ${object}.weak "${text}\n")
  run(${OBJCOPY} --weaken-symbols=${object}.weak ${object}.apart ${object})
  file(REMOVE ${object}.renamed ${object}.cpp ${object}.rows ${object}.ld ${object}.weak ${object}.apart)
endfunction()
