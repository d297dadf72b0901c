# SPDX-License-Identifier: MIT
# Functions of the scripts that link many archives into one object: unmodified.cmake, model.cmake.

# Runs a tool; its output is in `output`.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output COMMAND_ECHO NONE)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${OUTPUT} cannot be made: ${ARGN}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# The external symbols that archives define: a list of lines such as "pthread_create T 0 1f".
function(defined_symbols lines)
  run(${NM} --defined-only --extern-only --format=posix ${ARGN})
  string(REGEX MATCHALL "[^\n]+" found "${output}")
  set(${lines} "${found}" PARENT_SCOPE)
endfunction()

# Links LAYERS whole, and the members of PACKAGES that they need. Section groups are dissolved: then
# hidden symbols can become local, and a linker never replaces an inline function of the engine by
# one of the program.
function(link_whole whole)
  run(${LINKER} -r --force-group-allocation -o ${whole} --whole-archive ${LAYERS} --no-whole-archive
      ${PACKAGES})
endfunction()
