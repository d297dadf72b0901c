# SPDX-License-Identifier: MIT
# Each header compiles alone; a public one needs <mcheck/…> only. The others are compiled for clang-tidy,
# as each source is: there a missing include is an error. One that has a source of its name is the
# first that this includes (tests/house).
function(mcheck_headers_alone target pattern root)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${root} ${pattern})
  list(FILTER headers EXCLUDE REGEX "^(engine/include|programs/classes|mcheck/detail/)")
  set(sources)
  foreach(header ${headers})
    string(REGEX REPLACE "[.]hpp$" ".cpp" own ${header})
    if(EXISTS ${root}/${own})
      continue()
    endif()
    string(MAKE_C_IDENTIFIER ${header} name)
    set(source ${PROJECT_BINARY_DIR}/${target}/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  if(sources)
    add_library(${target} OBJECT ${sources})
    target_include_directories(${target} PRIVATE ${root} ${PROJECT_SOURCE_DIR}/engine/include)
    target_link_libraries(${target} PRIVATE mcheck_flags)
    target_compile_options(${target} PRIVATE -O0 -g0) # only that it compiles
  endif()
endfunction()

mcheck_headers_alone(public_headers ${PROJECT_SOURCE_DIR}/engine/include/mcheck/*.hpp
                     ${PROJECT_SOURCE_DIR}/engine/include)
if(NOT MCHECK_UNITY)
  mcheck_headers_alone(headers_of_detail ${PROJECT_SOURCE_DIR}/engine/include/mcheck/detail/*.hpp
                       ${PROJECT_SOURCE_DIR}/engine/include/mcheck)
  foreach(folder engine dpor visualize programs tests)
    mcheck_headers_alone(headers_of_${folder} ${PROJECT_SOURCE_DIR}/${folder}/*.hpp ${PROJECT_SOURCE_DIR})
  endforeach()
endif()
