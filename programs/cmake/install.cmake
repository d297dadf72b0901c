# SPDX-License-Identifier: MIT
# What `cmake --install` puts where. Nothing that is installed knows its place: the command looks
# for its objects from where it is itself, and so do the packages of CMake and pkg-config.
include(CMakePackageConfigHelpers)
set(MCHECK_MAINTAINER "the mcheck authors <mcheck@example.org>" CACHE STRING
                                                               "Who answers for the package")

install(TARGETS mcheck RUNTIME DESTINATION bin)
install(FILES ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/mcheck_unmodified.o
              ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/mcheck_unmodified_static.o
              engine/intercept/mcheck_unmodified.hpp
              ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/mcheck_model.o
              ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/mcheck_main.o
        DESTINATION lib/mcheck)
install(FILES programs/suppressions/standard_library.supp DESTINATION share/mcheck)
install(TARGETS mcheck_assembler RUNTIME DESTINATION lib/mcheck/assembler)
install(DIRECTORY engine/include/mcheck DESTINATION include)

write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/mcheckConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES engine/instrument.cmake engine/library.cmake programs/cmake/add_test.cmake
              programs/cmake/discover_tests.cmake programs/cmake/run_test.cmake
              ${PROJECT_BINARY_DIR}/package/mcheckConfigVersion.cmake
        DESTINATION lib/cmake/mcheck)
install(FILES engine/installed.cmake DESTINATION lib/cmake/mcheck RENAME mcheckConfig.cmake)
foreach(name mcheck mcheck-main)
  configure_file(programs/cmake/${name}.pc.in package/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${name}.pc DESTINATION lib/pkgconfig)
endforeach()

# The manual page and the shells' completions, as the command itself writes them.
set(pages ${PROJECT_BINARY_DIR}/pages)
add_custom_command(
  OUTPUT ${pages}/share/man/man1/mcheck.1
  COMMAND mcheck write-pages ${pages}
  DEPENDS mcheck
  VERBATIM)
add_custom_target(mcheck_pages ALL DEPENDS ${pages}/share/man/man1/mcheck.1)
install(DIRECTORY ${pages}/share/bash-completion ${pages}/share/zsh ${pages}/share/fish
        DESTINATION share)
# Where Debian's zsh looks below /usr.
install(FILES ${pages}/share/zsh/site-functions/_mcheck DESTINATION share/zsh/vendor-completions)
find_program(gzip_program gzip)
if(gzip_program)
  # As Debian has its pages: compressed, and the same bytes for the same page.
  add_custom_command(
    OUTPUT ${pages}/mcheck.1.gz
    COMMAND ${gzip_program} -9nkf ${pages}/share/man/man1/mcheck.1
    COMMAND ${CMAKE_COMMAND} -E rename ${pages}/share/man/man1/mcheck.1.gz ${pages}/mcheck.1.gz
    DEPENDS ${pages}/share/man/man1/mcheck.1
    VERBATIM)
  add_custom_target(mcheck_compressed_pages ALL DEPENDS ${pages}/mcheck.1.gz)
  install(FILES ${pages}/mcheck.1.gz DESTINATION share/man/man1)
else()
  install(FILES ${pages}/share/man/man1/mcheck.1 DESTINATION share/man/man1)
endif()

set(documents share/doc/mcheck)
install(FILES README.md docs/install.md docs/releases.md DESTINATION ${documents})
install(FILES LICENSE DESTINATION ${documents} RENAME copyright)
# As Debian wants it told; what a person reads is releases.md.
if(gzip_program)
  file(STRINGS ${mcheck_version_file} day REGEX "kReleased = ")
  string(REGEX REPLACE ".*\"([0-9-]+)\".*" "\\1" day "${day}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -R -d ${day}
    OUTPUT_VARIABLE released
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  file(CONFIGURE OUTPUT ${pages}/changelog CONTENT [==[
mcheck (@PROJECT_VERSION@) unstable; urgency=low

  * See /usr/share/doc/mcheck/releases.md.

 -- @MCHECK_MAINTAINER@  @released@
]==] @ONLY)
  execute_process(COMMAND ${gzip_program} -9nkf ${pages}/changelog)
  install(FILES ${pages}/changelog.gz DESTINATION ${documents})
endif()
install(FILES programs/classic/lost_update.cpp programs/unmodified/abba_deadlock.c
        DESTINATION ${documents}/examples)
install(DIRECTORY docs/ci DESTINATION ${documents})

include(programs/cmake/package.cmake)
