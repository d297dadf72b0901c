# SPDX-License-Identifier: MIT
# What find_package(mcheck) reads where mcheck is installed: it brings mcheck_instrument(target).
include(${CMAKE_CURRENT_LIST_DIR}/instrument.cmake)
get_filename_component(mcheck_libraries ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
get_filename_component(mcheck_libraries ${mcheck_libraries} DIRECTORY)
set_property(GLOBAL PROPERTY MCHECK_UNMODIFIED_OBJECT
                             ${mcheck_libraries}/mcheck/mcheck_unmodified.o)
