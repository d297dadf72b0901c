# SPDX-License-Identifier: MIT
# Lists the tests of a program that was just built, and writes a ctest entry for each. Run by `cmake
# -P`: ASKED contains the arguments of mcheck_add_test(), FOUND is the file to write.
cmake_minimum_required(VERSION 3.25)
include(${ASKED})

# The output of `mcheck list`: "tests of PROGRAM", a line for each, "strategies".
execute_process(
  COMMAND ${mcheck} list ${program}
  RESULT_VARIABLE code
  OUTPUT_VARIABLE listed
  ERROR_VARIABLE errors)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "mcheck_add_test(NAME ${name}): ${program} cannot be asked for its tests\n"
                      "${errors}")
endif()
string(REGEX REPLACE "\nstrategies\n.*" "" listed "${listed}")
string(REGEX MATCHALL "\n  [^ \n]+" there "${listed}")
list(TRANSFORM there STRIP)
if(NOT tests)
  set(tests ${there})
endif()
foreach(test IN LISTS tests)
  if(NOT test IN_LIST there)
    list(JOIN there ", " known)
    message(FATAL_ERROR "mcheck_add_test(NAME ${name}): ${program} has no test '${test}'\n"
                        "  known are ${known}")
  endif()
endforeach()

list(LENGTH there count)
set(text "# Made by mcheck_add_test().\n")
foreach(test IN LISTS tests)
  set(full_name ${name})
  if(count GREATER 1)
    set(full_name ${name}.${test})
  endif()
  get_filename_component(folder ${FOUND} DIRECTORY)
  set(words "${CMAKE_COMMAND}" -DEXPECT=${expect} "-DIDS=${ids}"
            "-DJSON=${folder}/${full_name}.json" -P "${script}" --)
  list(APPEND words "${mcheck}" explore "${program}" --test ${test} ${options} --json
       "${folder}/${full_name}.json")
  if(arguments)
    list(APPEND words --)
  endif()
  string(APPEND text "add_test([==[${full_name}]==]")
  foreach(word IN LISTS words)
    string(APPEND text " [==[${word}]==]")
  endforeach()
  string(APPEND text "${arguments})\n")
  string(APPEND text "set_tests_properties([==[${full_name}]==] PROPERTIES LABELS mcheck)\n")
endforeach()
file(WRITE ${FOUND} "${text}")
