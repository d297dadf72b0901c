# SPDX-License-Identifier: MIT
# Unmodified programs: the one object that they are linked with, in which all rooms and what they
# hide are. An archive would not do: nothing in a program asks for the functions that are put in
# the C library's place, and the program would run real threads, unseen.
set(mcheck_object ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/mcheck_unmodified.o CACHE INTERNAL "")
set(mcheck_object_rooms mcheck_base mcheck_trace mcheck_search mcheck_world mcheck_runtime
                        mcheck_model mcheck_host mcheck_intercept mcheck_dpor)
set(mcheck_object_archives)
foreach(room ${mcheck_object_rooms})
  list(APPEND mcheck_object_archives $<TARGET_FILE:${room}>)
endforeach()
find_library(mcheck_context_archive libboost_context.a REQUIRED)
find_library(mcheck_xxhash_archive libxxhash.a REQUIRED)
add_custom_command(
  OUTPUT ${mcheck_object}
  COMMAND ${CMAKE_LINKER} -r -o ${mcheck_object} --whole-archive ${mcheck_object_archives}
          --no-whole-archive ${mcheck_context_archive} ${mcheck_xxhash_archive}
  DEPENDS ${mcheck_object_rooms}
  COMMENT "Linking lib/mcheck_unmodified.o"
  VERBATIM)
add_custom_target(mcheck_unmodified ALL DEPENDS ${mcheck_object})

# mcheck_unmodified_program(name source…): an executable of sources that know nothing of mcheck.
function(mcheck_unmodified_program name)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE -fsanitize=thread -g -O0 -fno-omit-frame-pointer)
  target_link_libraries(${name} PRIVATE ${mcheck_object} stdc++ m dl pthread)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${mcheck_object})
  add_dependencies(${name} mcheck_unmodified)
endfunction()
