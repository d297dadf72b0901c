# SPDX-License-Identifier: MIT
# Tests that run checked programs in processes of their own. Under AddressSanitizer there are none:
# it takes the hooks and the functions that unmodified programs reach mcheck by.
mcheck_test(programs mcheck_trace)
mcheck_test(docs)

# Tests of IMUnit's kind, with orders of events: for mcheck, without it, and with sleeps instead.
file(GLOB sources CONFIGURE_DEPENDS schedules/orders/*.cpp)
mcheck_unmodified_program(orders ${sources})
add_executable(orders_without_mcheck ${sources})
add_executable(orders_by_sleeps ${sources})
target_compile_definitions(orders_by_sleeps PRIVATE ORDER_BY_SLEEPS)
find_package(Threads REQUIRED)
foreach(target orders orders_without_mcheck orders_by_sleeps)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${MCHECK_UNITY})
  target_link_libraries(${target} PRIVATE Threads::Threads)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/engine/include)
endforeach()
mcheck_test(schedules mcheck_trace)
target_compile_definitions(test_schedules PRIVATE MCHECK_COMPILER="${CMAKE_CXX_COMPILER}")

mcheck_test(orders mcheck_command)
add_dependencies(test_orders mcheck mcheck_unmodified)

# These run programs that know nothing of mcheck: one binary for each file.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS intercept/programs/*.c intercept/programs/*.cpp)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  mcheck_unmodified_program(unmodified_${name} ${source})
  target_include_directories(unmodified_${name} PRIVATE ${PROJECT_SOURCE_DIR})
endforeach()
# Frames once more as other levels of optimisation lay them out.
foreach(level O0 O2)
  mcheck_unmodified_program(unmodified_later_frames_${level}
                            intercept/programs/accesses/later_frames.cpp)
  target_compile_options(unmodified_later_frames_${level} PRIVATE -${level}
                                                                  -fno-optimize-sibling-calls)
endforeach()
# Unmodified programs: one for each …_program.cpp.
file(GLOB program_sources CONFIGURE_DEPENDS intercept/*/*_program.cpp)
foreach(source ${program_sources})
  get_filename_component(name ${source} NAME_WE)
  mcheck_unmodified_program(${name} ${source})
endforeach()
# A debugger looks at its variables.
set_source_files_properties(intercept/reports/debugged_program.cpp PROPERTIES COMPILE_OPTIONS -O0)
include(intercept/samples.cmake)
mcheck_test(intercept mcheck_trace)
# Its reader of debug information alone, and nothing of the engine that would take malloc's place.
file(GLOB reader_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/host/dwarf/*.cpp)
target_sources(test_intercept PRIVATE ${reader_sources}
                                      ${PROJECT_SOURCE_DIR}/engine/platform/processor/instruction.cpp)

find_package(Boost 1.74 REQUIRED COMPONENTS context)
# What things cost: `make bench`, which needs Google Benchmark. Here that it runs, and what needs no
# clock.
add_library(benchmark_parts STATIC benchmark/child.cpp)
target_include_directories(benchmark_parts PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(benchmark_parts PRIVATE mcheck_flags PUBLIC Boost::context)
add_executable(benchmark_probe benchmark/probe.cpp)
target_link_libraries(benchmark_probe PRIVATE benchmark_parts mcheck_flags)
mcheck_unmodified_program(benchmark_subject benchmark/subject.cpp)
add_test(NAME "benchmark: it runs" COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/benchmark/peers.sh
                                           ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} 20)
find_package(benchmark QUIET)
if(benchmark_FOUND)
  add_executable(benchmark_engine benchmark/figures.cpp benchmark/engine_figures.cpp)
  target_include_directories(benchmark_engine PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(benchmark_engine PRIVATE mcheck_dpor mcheck_program_flags Boost::context)
  mcheck_explores(benchmark_engine)
  add_executable(benchmark_programs benchmark/figures.cpp benchmark/program_figures.cpp)
  target_link_libraries(benchmark_programs PRIVATE benchmark_parts)
  foreach(name engine programs)
    target_link_libraries(benchmark_${name} PRIVATE benchmark::benchmark mcheck_flags)
    add_test(NAME "benchmark: the figures of ${name} come"
             COMMAND benchmark_${name} ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} --smoke
                     --benchmark_min_time=0.001)
  endforeach()
  add_custom_target(
    bench
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/benchmark/measure.sh ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}
            ${PROJECT_BINARY_DIR}/bench
    DEPENDS benchmark_engine benchmark_programs benchmark_probe all_programs mcheck
    USES_TERMINAL)
else()
  message(STATUS "no libbenchmark-dev: make bench is left out")
endif()
if(CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo)
  set(counted --instructions)
endif()
add_test(NAME "benchmark: searches take the steps that they took"
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/benchmark/gate.sh $<TARGET_FILE:families>
                 ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/unmodified ${counted})
if(CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo)  # others take what their checks take
  add_test(NAME "benchmark: the longest of the programs take less than 32 MB"
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/benchmark/memory.sh
                   ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
endif()
add_test(NAME "benchmark: a program for mcheck compiles in half as much again at most"
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/benchmark/compile_ratio.sh ${CMAKE_CXX_COMPILER}
                 ${PROJECT_SOURCE_DIR}/engine/include)

# mcheck under mcheck: its own concurrent parts, and what the gate must see in them.
set(self_reply_log self/reply_log_program.cpp ${PROJECT_SOURCE_DIR}/engine/runtime/isolation/reply_log.cpp
                 ${PROJECT_SOURCE_DIR}/engine/base/invariant.cpp)
set(self_recorder
    self/recorder_program.cpp ${PROJECT_SOURCE_DIR}/programs/mcheck/supervise/recorder.cpp
    ${PROJECT_SOURCE_DIR}/programs/mcheck/cli/diagnostic.cpp ${PROJECT_SOURCE_DIR}/engine/base/utf8.cpp)
set(self_reply_log_wrong ${self_reply_log})
foreach(name self_reply_log self_reply_log_wrong self_recorder)
  mcheck_unmodified_program(${name} ${${name}})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
endforeach()
target_compile_definitions(self_reply_log_wrong PRIVATE MCHECK_TWO_WRITERS)
# The program's end of the recorder is the same memory at another address, which no thread can have.
target_compile_options(self_recorder PRIVATE -fno-access-control)

# Other people's projects, and the package.
set(consumer ${CMAKE_CURRENT_SOURCE_DIR}/consumer/run.sh)
add_test(NAME "consumer: a project with mcheck installed" COMMAND ${consumer} installed
                                                                  ${PROJECT_BINARY_DIR})
add_test(NAME "consumer: a project that has mcheck as a part" COMMAND ${consumer} part
                                                                      ${PROJECT_SOURCE_DIR})
add_test(NAME "package: what make try says next works with what it has built"
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/package/try.sh ${PROJECT_BINARY_DIR})
add_test(NAME "package: it holds what it needs" COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/package/deb.sh
                                                        ${PROJECT_BINARY_DIR})
