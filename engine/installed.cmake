# SPDX-License-Identifier: MIT
# What find_package(mcheck) reads in an installation. The installation is relocatable: all paths
# here are relative to this file.
get_filename_component(mcheck_root ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
foreach(mcheck_file bin/mcheck lib/mcheck/mcheck_model.o lib/mcheck/mcheck_main.o
                    lib/mcheck/mcheck_unmodified.o lib/mcheck/mcheck_unmodified.hpp
                    lib/mcheck/assembler/as
                    include/mcheck/mcheck.hpp)
  if(NOT EXISTS ${mcheck_root}/${mcheck_file})
    set(mcheck_FOUND FALSE)
    set(mcheck_NOT_FOUND_MESSAGE "mcheck is not whole: ${mcheck_root}/${mcheck_file} is missing")
    return()
  endif()
endforeach()
if(NOT CMAKE_CXX_COMPILER_LOADED)
  set(mcheck_FOUND FALSE)
  set(mcheck_NOT_FOUND_MESSAGE "mcheck is for C++: project(… LANGUAGES CXX)")
  return()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/instrument.cmake)
set_property(GLOBAL PROPERTY MCHECK_UNMODIFIED_OBJECT
                             ${mcheck_root}/lib/mcheck/mcheck_unmodified.o)
include(${CMAKE_CURRENT_LIST_DIR}/library.cmake)
if(NOT TARGET mcheck::model)
  add_library(mcheck::model INTERFACE IMPORTED)
  add_library(mcheck::main INTERFACE IMPORTED)
  mcheck_describe_library(
    mcheck::model mcheck::main ${mcheck_root}/lib/mcheck/mcheck_model.o
    ${mcheck_root}/lib/mcheck/mcheck_main.o ${mcheck_root}/include)
  add_executable(mcheck::mcheck IMPORTED)
  set_target_properties(mcheck::mcheck PROPERTIES IMPORTED_LOCATION ${mcheck_root}/bin/mcheck)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/add_test.cmake)

# mcheck_program(name source…): a program that checks itself.
function(mcheck_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE mcheck::main)
endfunction()
unset(mcheck_root)
unset(mcheck_file)
