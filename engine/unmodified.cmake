# SPDX-License-Identifier: MIT
# Links mcheck_unmodified.o: the whole engine as one object. A script for `cmake -P`:
#
#   OUTPUT  the object        STATIC  the same for programs with -static-libstdc++
#   LAYERS  the engine's archives, linked whole     PACKAGES  further archives
#   LINKER, NM, OBJCOPY       the tools of GNU binutils      COMPILER  for C++, SOURCE  our sources
#
# Symbols that stay visible: C names of a layer, replacements of functions of the C++ library, and
# operator new and delete. They replace functions of the libraries and of the sanitizer. All other
# symbols become local, so that a program may use another version of Boost, or a std::vector<int>
# that is compiled with other options. Section groups are dissolved before: otherwise a linker would
# keep one copy of an inline function, and the program's copies call the engine's hooks.
include(${CMAKE_CURRENT_LIST_DIR}/linking.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/isolate_names.cmake)

defined_symbols(lines ${LAYERS})
set(names)
foreach(line IN LISTS lines)
  # "pthread_create T 0 1f"; DW.ref.… is of the compiler. Instances of function templates are not T.
  if(line MATCHES "^([^ ]+) [TWDBRVi] ")
    set(name ${CMAKE_MATCH_1})
    if(NOT name MATCHES "^(_Z|DW[.]ref[.])" OR name MATCHES "^_Z(n|d)(w|a|l)"
       OR line MATCHES "^_ZN?K?R?S[tio][^ ]+ T " OR name MATCHES "^_ZNSt13random_device")
      list(APPEND names ${name})
    endif()
  endif()
endforeach()
# The engine's calls of memcpy go to another function than the program's:
# engine/intercept/hooks/memory_functions.cpp, engine/intercept/libc/library_call.hpp.
string(REGEX MATCHALL "mcheck_intercept_[A-Za-z0-9_]+ [TW] " functions "${lines}")
list(TRANSFORM functions REPLACE "^mcheck_intercept_([A-Za-z0-9_]+) . $" "\\1")
list(FILTER functions EXCLUDE REGEX "^_Z")
# So do its calls for lists and trees: engine/intercept/libstdcxx/container_links.hpp.
string(REGEX MATCHALL "mcheck_real__Z[A-Za-z0-9_]+" links "${lines}")
list(TRANSFORM links REPLACE "^mcheck_real_" "")
list(APPEND functions ${links})
list(TRANSFORM functions REPLACE "(.+)" "--redefine-sym=\\1=mcheck_real_\\1" OUTPUT_VARIABLE real)
list(TRANSFORM functions REPLACE "(.+)" "--redefine-sym=mcheck_intercept_\\1=\\1"
     OUTPUT_VARIABLE interceptors)
list(APPEND names ${functions})
# The engine implements some functions of the C library itself, below the interceptors.
list(TRANSFORM functions PREPEND "mcheck_real_")
list(APPEND names ${functions})

# The C++ library's streams.
string(REGEX MATCHALL "mcheck_intercept__Z[A-Za-z0-9_]+" streams "${lines}")
list(TRANSFORM streams REPLACE "^mcheck_intercept_" "")
list(REMOVE_DUPLICATES streams)
list(REMOVE_ITEM streams ${links})
list(FILTER names EXCLUDE REGEX "^mcheck_intercept__Z")

list(REMOVE_DUPLICATES names)
list(SORT names)
list(JOIN names "\n" text)
file(WRITE ${OUTPUT}.names "${text}\n")

link_whole(${OUTPUT}.whole)
# Without debug information, which would be copied into each program.
run(${OBJCOPY} ${real} ${OUTPUT}.whole)
run(${OBJCOPY} ${interceptors} ${OUTPUT}.whole)
isolate_names(${OUTPUT}.whole)
# In a program with a static C++ library streams are not intercepted: the original functions could
# not be called (engine/intercept/libstdcxx/iostreams.cpp). Functions of std::thread are intercepted with
# --wrap (programs/mcheck/compile/compile_plan.cpp): with their own names they would be defined twice.
set(apart _ZNSt6thread4joinEv _ZNSt6thread6detachEv
          _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv)
list(TRANSFORM apart REPLACE "(.+)" "--redefine-sym=mcheck_intercept_\\1=__wrap_\\1"
     OUTPUT_VARIABLE interceptors)
list(APPEND interceptors
     --redefine-sym=mcheck_intercept__ZNKSt6thread8joinableEv=_ZNKSt6thread8joinableEv)
list(TRANSFORM apart REPLACE "(.+)" "--keep-global-symbol=__wrap_\\1")
run(${OBJCOPY} ${interceptors} ${OUTPUT}.whole ${STATIC})
run(${OBJCOPY} --strip-debug --keep-global-symbols=${OUTPUT}.names ${apart}
    --keep-global-symbol=_ZNKSt6thread8joinableEv ${STATIC})
list(APPEND names ${streams})
list(JOIN names "\n" text)
file(WRITE ${OUTPUT}.names "${text}\n")
list(TRANSFORM streams REPLACE "(.+)" "--redefine-sym=mcheck_intercept_\\1=\\1"
     OUTPUT_VARIABLE interceptors)
run(${OBJCOPY} ${interceptors} ${OUTPUT}.whole)
run(${OBJCOPY} --strip-debug --keep-global-symbols=${OUTPUT}.names ${OUTPUT}.whole ${OUTPUT})
file(REMOVE ${OUTPUT}.whole)
