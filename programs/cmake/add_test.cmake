# SPDX-License-Identifier: MIT
# CMake functions by which a project registers its programs with ctest: docs/install.md.
#
#   mcheck_add_test(NAME name SOURCES source… [INSTRUMENT] | TARGET target
#                   [TESTS test…] [ARGUMENTS word…] [BOUND n|a..b] [STRATEGY name] [BUDGET time]
#                   [EXPECT verdict] [FAILURE_IDS id…] [OPTIONS word…])
#   mcheck_add_class_check(NAME name HEADER file CLASS type [BUDGET time] [TESTS n]
#                          [ORACLE all|failures|races|linearizability] [FLAGS word…]
#                          [OPTIONS word…])
#   mcheck_gate([NAME name] [FILE file] [OPTIONS word…])

function(mcheck_refuse_words function known)
  if(ARGN)
    list(JOIN ARGN " " words)
    message(FATAL_ERROR "${function}: unknown arguments: ${words}\n  known are ${known}")
  endif()
endfunction()

function(mcheck_require_form function keyword text form what)
  if(NOT "${text}" MATCHES "${form}")
    message(FATAL_ERROR "${function}: ${keyword} is '${text}' where ${what} is expected")
  endif()
endfunction()

# Checks arguments that contradict each other or are missing. Uses the caller's parsed variables.
function(mcheck_check_test)
  string(CONCAT known "NAME, SOURCES or TARGET, INSTRUMENT, TESTS, ARGUMENTS, BOUND, STRATEGY, "
                "BUDGET, EXPECT, FAILURE_IDS and OPTIONS")
  set(function "mcheck_add_test(NAME ${test_NAME})")
  mcheck_refuse_words(${function} "${known}" ${test_UNPARSED_ARGUMENTS})
  if(test_KEYWORDS_MISSING_VALUES)
    list(JOIN test_KEYWORDS_MISSING_VALUES ", " keywords)
    message(FATAL_ERROR "${function}: nothing follows ${keywords}")
  endif()
  mcheck_require_form("${function}" NAME "${test_NAME}" "^[A-Za-z0-9_.+-]+$"
                      "a name of letters, digits and _.+-")
  if(DEFINED test_SOURCES AND DEFINED test_TARGET)
    message(FATAL_ERROR "${function}: SOURCES makes a program, TARGET names one: not both")
  elseif(NOT DEFINED test_SOURCES AND NOT DEFINED test_TARGET)
    message(FATAL_ERROR "${function}: SOURCES or TARGET has to say which program it is about")
  endif()
  if(test_INSTRUMENT AND DEFINED test_TARGET)
    message(FATAL_ERROR "${function}: INSTRUMENT is for SOURCES; for a target there is "
                        "mcheck_instrument(${test_TARGET})")
  endif()
  if(DEFINED test_BOUND)
    mcheck_require_form("${function}" BOUND "${test_BOUND}" "^[0-9]+(\\.\\.[0-9]+)?$"
                        "a number, or two: 0..3")
  endif()
  if(DEFINED test_BUDGET)
    mcheck_require_form("${function}" BUDGET "${test_BUDGET}" "^[0-9]+(\\.[0-9]+)?(ms|s|m|h)?$"
                        "a time such as 30s, 500ms or 2m")
  endif()
  if(DEFINED test_EXPECT)
    mcheck_require_form("${function}" EXPECT "${test_EXPECT}"
                        "^(verified|bug|incomplete|not-repeatable)$"
                        "verified, bug, incomplete or not-repeatable")
  endif()
  if(DEFINED test_FAILURE_IDS AND NOT "${test_EXPECT}" STREQUAL bug)
    message(FATAL_ERROR "${function}: FAILURE_IDS say which failures are wanted: with EXPECT bug")
  endif()
  foreach(id IN LISTS test_FAILURE_IDS)
    mcheck_require_form("${function}" FAILURE_IDS "${id}" "^MC[0-9][0-9][0-9]$"
                        "an id such as MC002 (mcheck explain lists them)")
  endforeach()
endfunction()

# The target must be an executable of this directory, so that a POST_BUILD command can follow.
function(mcheck_check_target function target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${function}: there is no target '${target}' (yet)")
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  get_target_property(folder ${target} SOURCE_DIR)
  if(NOT type STREQUAL EXECUTABLE OR imported)
    message(FATAL_ERROR "${function}: '${target}' is no executable of this project")
  elseif(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${function}: '${target}' is made in ${folder}, and its tests are found "
                        "where it is made: call it there")
  endif()
endfunction()

function(mcheck_make_program)
  add_executable(${test_NAME} ${test_SOURCES})
  if(test_INSTRUMENT)
    mcheck_instrument(${test_NAME})
    set_target_properties(${test_NAME} PROPERTIES LINKER_LANGUAGE CXX)
  else()
    target_link_libraries(${test_NAME} PRIVATE mcheck::main)
  endif()
endfunction()

function(mcheck_add_test)
  cmake_parse_arguments(
    PARSE_ARGV 0 test "INSTRUMENT" "NAME;TARGET;BOUND;STRATEGY;BUDGET;EXPECT"
    "SOURCES;TESTS;ARGUMENTS;FAILURE_IDS;OPTIONS")
  mcheck_check_test()
  set(program ${test_TARGET})
  if(DEFINED test_SOURCES)
    mcheck_make_program()
    set(program ${test_NAME})
  endif()
  mcheck_check_target("mcheck_add_test(NAME ${test_NAME})" ${program})
  add_dependencies(${program} mcheck::mcheck)

  set(options --time 10m)
  if(DEFINED test_BUDGET)
    set(options --time ${test_BUDGET})
  endif()
  foreach(option BOUND STRATEGY)
    if(DEFINED test_${option})
      string(TOLOWER ${option} word)
      list(APPEND options --${word} ${test_${option}})
    endif()
  endforeach()
  if(NOT DEFINED test_EXPECT)
    set(test_EXPECT verified)
  endif()

  # ctest reads the tests that are discovered after the program is built.
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/mcheck_tests)
  set(found ${folder}/${test_NAME}.cmake)
  set(lines "set(name [==[${test_NAME}]==])\nset(program [==[$<TARGET_FILE:${program}>]==])\n")
  string(APPEND lines "set(mcheck [==[$<TARGET_FILE:mcheck::mcheck>]==])\n")
  string(APPEND lines "set(options [==[${options};${test_OPTIONS}]==])\n")
  set(arguments "")
  foreach(argument IN LISTS test_ARGUMENTS)
    string(APPEND arguments " [==[${argument}]==]")
  endforeach()
  string(APPEND lines "set(arguments [===[${arguments}]===])\n")
  string(APPEND lines "set(tests [==[${test_TESTS}]==])\nset(expect ${test_EXPECT})\n")
  string(APPEND lines "set(ids [==[${test_FAILURE_IDS}]==])\n")
  string(APPEND lines "set(script [==[${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run_test.cmake]==])\n")
  file(GENERATE OUTPUT ${folder}/${test_NAME}_asked.cmake CONTENT "${lines}")
  add_custom_command(
    TARGET ${program}
    POST_BUILD
    BYPRODUCTS ${found}
    COMMAND
      ${CMAKE_COMMAND} -DASKED=${folder}/${test_NAME}_asked.cmake -DFOUND=${found} -P
      ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/discover_tests.cmake
    VERBATIM)
  file(WRITE ${folder}/${test_NAME}_include.cmake
       "if(EXISTS \"${found}\")\n  include(\"${found}\")\nelse()\n"
       "  add_test(${test_NAME}_NOT_BUILT ${test_NAME}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${folder}/${test_NAME}_include.cmake)
endfunction()

# Runs the kernels of a file as one test. A file that ends in .in is configured into the build tree,
# with @variables@ and $<TARGET_FILE:targets>; its paths are relative to the result.
function(mcheck_gate)
  cmake_parse_arguments(PARSE_ARGV 0 gate "" "NAME;FILE" "OPTIONS")
  mcheck_refuse_words("mcheck_gate()" "NAME, FILE and OPTIONS" ${gate_UNPARSED_ARGUMENTS})
  if(gate_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "mcheck_gate(): nothing follows ${gate_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT DEFINED gate_NAME)
    set(gate_NAME mcheck_gate)
  endif()
  if(NOT DEFINED gate_FILE)
    set(gate_FILE mcheck.toml)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/mcheck.toml)
      set(gate_FILE mcheck.toml.in)
    endif()
  endif()
  get_filename_component(file ${gate_FILE} ABSOLUTE)
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "mcheck_gate(): there is no file '${gate_FILE}' in "
                        "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  if(file MATCHES "\\.in$")
    get_filename_component(name ${file} NAME_WLE)
    configure_file(${file} ${CMAKE_CURRENT_BINARY_DIR}/mcheck_tests/${name}.configured @ONLY)
    file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}
         INPUT ${CMAKE_CURRENT_BINARY_DIR}/mcheck_tests/${name}.configured)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${name})
  endif()
  add_test(NAME ${gate_NAME} COMMAND mcheck::mcheck gate ${file} ${gate_OPTIONS})
endfunction()

# `mcheck synth` on a class of a header, as a test. The seed is fixed, so that CI repeats; with TESTS
# it does the same on every machine. FLAGS are the compiler's.
function(mcheck_add_class_check)
  cmake_parse_arguments(PARSE_ARGV 0 check "" "NAME;HEADER;CLASS;BUDGET;TESTS;ORACLE"
                        "FLAGS;OPTIONS")
  set(function "mcheck_add_class_check(NAME ${check_NAME})")
  mcheck_refuse_words("${function}" "NAME, HEADER, CLASS, BUDGET, TESTS, ORACLE, FLAGS and OPTIONS"
                      ${check_UNPARSED_ARGUMENTS})
  if(check_KEYWORDS_MISSING_VALUES)
    list(JOIN check_KEYWORDS_MISSING_VALUES ", " keywords)
    message(FATAL_ERROR "${function}: nothing follows ${keywords}")
  endif()
  mcheck_require_form("${function}" NAME "${check_NAME}" "^[A-Za-z0-9_.+-]+$"
                      "a name of letters, digits and _.+-")
  foreach(keyword HEADER CLASS)
    if(NOT DEFINED check_${keyword})
      message(FATAL_ERROR "${function}: ${keyword} is missing")
    endif()
  endforeach()
  get_filename_component(header ${check_HEADER} ABSOLUTE)
  if(NOT EXISTS ${header})
    message(FATAL_ERROR "${function}: there is no file '${check_HEADER}' in "
                        "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  set(words --class ${check_CLASS} --out ${CMAKE_CURRENT_BINARY_DIR}/mcheck_tests/${check_NAME})
  foreach(option BUDGET TESTS ORACLE)
    if(DEFINED check_${option})
      string(TOLOWER ${option} name)
      string(REPLACE budget time name ${name})
      list(APPEND words --${name} ${check_${option}})
    endif()
  endforeach()
  if(DEFINED check_TESTS AND NOT DEFINED check_BUDGET)
    list(APPEND words --time 1h)
  endif()
  add_test(NAME ${check_NAME} COMMAND mcheck::mcheck synth ${header} ${words} ${check_OPTIONS} --
                                      ${check_FLAGS})
endfunction()
