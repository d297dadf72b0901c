# SPDX-License-Identifier: MIT
# What the scripts share that link many archives into one object: unmodified.cmake, model.cmake.

# Runs a tool; its output is in `output`.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output COMMAND_ECHO NONE)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${OUTPUT} cannot be made: ${ARGN}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# The symbols that archives define for others, a list of lines such as "pthread_create T 0 1f".
function(defined_symbols lines)
  run(${NM} --defined-only --extern-only --format=posix ${ARGN})
  string(REGEX MATCHALL "[^\n]+" found "${output}")
  set(${lines} "${found}" PARENT_SCOPE)
endfunction()

# ROOMS whole, and of PACKAGES what they need. Groups are dissolved: what is not kept visible
# becomes the object's own, and a linker takes no inline function of the program for one of them.
function(link_whole whole)
  run(${LINKER} -r --force-group-allocation -o ${whole} --whole-archive ${ROOMS} --no-whole-archive
      ${PACKAGES})
endfunction()
