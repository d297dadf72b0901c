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

# Its version script hides mcheck's functions from the libraries.
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/hide_all.map CONTENT "{ local: *; };\n")
mcheck_unmodified_program(doctor_hidden_program intercept/process/isolation_program.cpp)
target_link_options(doctor_hidden_program PRIVATE
                    LINKER:--version-script=${CMAKE_CURRENT_BINARY_DIR}/hide_all.map)

# The same programs, written for mcheck.
mcheck_program(points_twin ${samples}/points_twin.cpp)
