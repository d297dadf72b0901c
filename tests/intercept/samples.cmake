# SPDX-License-Identifier: MIT
# Programs that are built in ways that mcheck must detect.
set(samples ${CMAKE_CURRENT_SOURCE_DIR}/intercept/samples)

add_library(doctor_library SHARED ${samples}/library.cpp)
mcheck_unmodified_program(doctor_library_program ${samples}/uses_library.cpp)
target_link_libraries(doctor_library_program PRIVATE doctor_library)

# Not compiled with -fsanitize=thread.
add_executable(doctor_plain_program intercept/process/isolation_program.cpp)
target_link_libraries(doctor_plain_program PRIVATE ${mcheck_object})
add_dependencies(doctor_plain_program mcheck_unmodified)

# Linked with the layers' archives, of which a linker takes only what is needed.
add_executable(doctor_archive_program intercept/process/isolation_program.cpp)
target_compile_options(doctor_archive_program PRIVATE -fsanitize=thread)
target_link_libraries(
  doctor_archive_program
  PRIVATE "$<LINK_GROUP:RESCAN,mcheck_intercept,mcheck_host,mcheck_dpor,mcheck_model,\
mcheck_runtime,mcheck_memory,mcheck_search,mcheck_trace,mcheck_platform,mcheck_base>")

# The same programs, written for mcheck.
mcheck_program(points_twin ${samples}/points_twin.cpp)
