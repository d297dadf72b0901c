# SPDX-License-Identifier: MIT
# What a target has to say for those that link it, whether mcheck is installed or a part of theirs:
#
#   mcheck::model   the library: headers and the engine, as one object
#   mcheck::main    the same with a main(), for programs of MCHECK_PROGRAM
#
# mcheck_describe_library(model main object main_object include)
function(mcheck_describe_library model main object main_object include)
  target_include_directories(${model} INTERFACE ${include})
  target_compile_features(${model} INTERFACE cxx_std_20)
  # Lines in reports, and assert(): with NDEBUG what it says would be verified.
  target_compile_options(${model} INTERFACE -g -UNDEBUG -fno-omit-frame-pointer)
  target_link_libraries(${model} INTERFACE ${object} stdc++ m dl pthread)
  target_link_libraries(${main} INTERFACE ${main_object} mcheck::model)
endfunction()
