# SPDX-License-Identifier: MIT
# The usage requirements of the libraries, for an installation and for a project that contains
# mcheck:
#
#   mcheck::model   the library: headers and the engine, as one object
#   mcheck::main    the same with a main(), for programs of MCHECK_PROGRAM
#
# mcheck_describe_library(model main object main_object include)
function(mcheck_describe_library model main object main_object include)
  target_include_directories(${model} INTERFACE ${include})
  target_compile_features(${model} INTERFACE cxx_std_20)
  # -g for lines in reports. With NDEBUG an assert() would never fail, and so count as verified.
  target_compile_options(${model} INTERFACE -g -UNDEBUG -fno-omit-frame-pointer)
  target_link_libraries(${model} INTERFACE ${object} stdc++ m dl pthread)
  target_link_libraries(${main} INTERFACE ${main_object} mcheck::model)
endfunction()
