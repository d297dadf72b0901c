# SPDX-License-Identifier: MIT
# mcheck_instrument(target): prepares a target of unmodified C or C++, with std::thread or pthreads,
# for mcheck. A library gets the compile options only; an executable is also linked with mcheck's
# object instead of the sanitizer's run-time library.
#
# programs/mcheck/compile/compile_plan.hpp explains the options; `mcheck c++` uses the same ones.
set(mcheck_optimise_gcc
    -O1
    -fno-tree-fre
    -fno-tree-dominator-opts
    -fno-tree-loop-im
    -fno-tree-ccp
    -fno-tree-dse
    -fno-tree-ter
    -fno-tree-pre
    -fno-tree-dce
    -fno-tree-sink
    -fno-gcse)
set(mcheck_compile_gcc
    -fsanitize=thread
    -gdwarf-4
    -fno-omit-frame-pointer
    -fno-lto
    -mno-red-zone
    -fno-builtin-memcpy
    -fno-builtin-memmove
    -fno-builtin-memset
    -fno-builtin-mempcpy
    -fno-builtin-memcmp
    -fno-builtin-bcmp
    -fno-builtin-bcopy
    -fno-builtin-bzero
    -fno-builtin-strcpy
    -fno-builtin-strncpy
    -fno-builtin-stpcpy
    -fno-builtin-stpncpy
    -fno-builtin-strcat
    -fno-builtin-strncat
    -fno-builtin-strcmp
    -fno-builtin-strncmp
    -fno-builtin-sprintf
    -fno-builtin-snprintf
    -fno-builtin-vsnprintf
    --param=tsan-distinguish-volatile=1
    -Wno-tsan)
set(mcheck_compile_clang
    -fsanitize=thread -gdwarf-4 -fno-omit-frame-pointer -fno-lto -mno-red-zone
    "SHELL:-mllvm -tsan-instrument-read-before-write=1"
    "SHELL:-mllvm -tsan-distinguish-volatile=1")

define_property(GLOBAL PROPERTY MCHECK_COMPILE_GCC)
define_property(GLOBAL PROPERTY MCHECK_COMPILE_CLANG)
define_property(GLOBAL PROPERTY MCHECK_OPTIMISE_GCC)
define_property(GLOBAL PROPERTY MCHECK_UNMODIFIED_OBJECT) # the path of the object
set_property(GLOBAL PROPERTY MCHECK_COMPILE_GCC ${mcheck_compile_gcc})
set_property(GLOBAL PROPERTY MCHECK_COMPILE_CLANG ${mcheck_compile_clang})
set_property(GLOBAL PROPERTY MCHECK_OPTIMISE_GCC ${mcheck_optimise_gcc})

function(mcheck_instrument target)
  get_property(gcc GLOBAL PROPERTY MCHECK_COMPILE_GCC)
  get_property(clang GLOBAL PROPERTY MCHECK_COMPILE_CLANG)
  get_property(optimise GLOBAL PROPERTY MCHECK_OPTIMISE_GCC)
  get_property(object GLOBAL PROPERTY MCHECK_UNMODIFIED_OBJECT)
  get_filename_component(beside ${object} DIRECTORY)
  # <mcheck/…>, in the build directory and in an installation.
  find_path(mcheck_includes mcheck/relacy.hpp PATHS ${beside}/include ${beside}/../../include
            NO_DEFAULT_PATH NO_CACHE)
  if(mcheck_includes)
    target_compile_options(
      ${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:SHELL:-idirafter \"${mcheck_includes}\">")
  endif()
  target_compile_options(
    ${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include \"${beside}/mcheck_unmodified.hpp\">"
                      "$<$<COMPILE_LANGUAGE:C,CXX>:-B${beside}/assembler/>"
                      "$<$<COMPILE_LANG_AND_ID:C,Clang>:-fno-integrated-as>"
                      "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fno-integrated-as>")
  foreach(language C CXX)
    set(is_gcc $<COMPILE_LANG_AND_ID:${language},GNU>)
    set(is_clang $<COMPILE_LANG_AND_ID:${language},Clang>)
    target_compile_options(
      ${target}
      PRIVATE "$<$<AND:${is_gcc},$<CONFIG:Debug>>:-O0>"
              "$<$<AND:${is_gcc},$<NOT:$<CONFIG:Debug>>>:${optimise}>"
              "$<${is_gcc}:${gcc}>" "$<${is_clang}:-O0;${clang}>"
              "$<$<OR:${is_gcc},${is_clang}>:-UNDEBUG;-U_FORTIFY_SOURCE>")
  endforeach()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_link_options(${target} PRIVATE -fno-lto "LINKER:--export-dynamic-symbol=__tsan_*"
                                          "LINKER:--export-dynamic-symbol=mcheck_runtime_*")
    # Not target_link_libraries(): all its calls for a target must have keywords or none, and the user
    # may call it, too.
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${object} stdc++ m dl pthread)
    if(TARGET mcheck_unmodified)
      add_dependencies(${target} mcheck_unmodified mcheck_assembler)
    endif()
  endif()
endfunction()
