# SPDX-License-Identifier: MIT
# Makes mcheck_unmodified.o: the whole engine as one object. A script, for `cmake -P`:
#
#   OUTPUT  the object        STATIC  the same for programs with -static-libstdc++
#   ROOMS   the engine's archives, taken whole      PACKAGES  further ones
#   LINKER, NM, OBJCOPY       the tools of GNU binutils      COMPILER  for C++, SOURCE  our sources
#
# Only what has a C name in one of the rooms, what one of them defines in place of a function of the
# C++ library, and operator new and delete, stays visible: these take the place of the libraries' and
# of the sanitizer's functions. Everything else becomes the
# object's own, so that a program may have another Boost, or std::vector<int> compiled another way.
# For that, groups are dissolved first: a linker keeps one copy of an inline function, and the
# program's copies call the hooks of which the engine is made.
include(${CMAKE_CURRENT_LIST_DIR}/linking.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/names_apart.cmake)

defined_symbols(lines ${ROOMS})
set(names)
foreach(line IN LISTS lines)
  # "pthread_create T 0 1f"; DW.ref.… is the compiler's. A function template's instance is no T.
  if(line MATCHES "^([^ ]+) [TWDBRVi] ")
    set(name ${CMAKE_MATCH_1})
    if(NOT name MATCHES "^(_Z|DW[.]ref[.])" OR name MATCHES "^_Z(n|d)(w|a|l)"
       OR line MATCHES "^_ZN?K?R?S[tio][^ ]+ T " OR name MATCHES "^_ZNSt13random_device")
      list(APPEND names ${name})
    endif()
  endif()
endforeach()
# What the engine calls memcpy is not what the program does: engine/intercept/memory_functions.cpp,
# library_call.hpp.
string(REGEX MATCHALL "mcheck_seen_[A-Za-z0-9_]+ [TW] " functions "${lines}")
list(TRANSFORM functions REPLACE "^mcheck_seen_([A-Za-z0-9_]+) . $" "\\1")
list(FILTER functions EXCLUDE REGEX "^_Z")
# Nor what it calls on lists and trees: engine/intercept/library_links.hpp.
string(REGEX MATCHALL "mcheck_real__Z[A-Za-z0-9_]+" links "${lines}")
list(TRANSFORM links REPLACE "^mcheck_real_" "")
list(APPEND functions ${links})
list(TRANSFORM functions REPLACE "(.+)" "--redefine-sym=\\1=mcheck_real_\\1" OUTPUT_VARIABLE real)
list(TRANSFORM functions REPLACE "(.+)" "--redefine-sym=mcheck_seen_\\1=\\1" OUTPUT_VARIABLE seen)
list(APPEND names ${functions})
# Some of the C library's functions the engine defines itself, below those that judge calls of them.
list(TRANSFORM functions PREPEND "mcheck_real_")
list(APPEND names ${functions})

# The C++ library's streams.
string(REGEX MATCHALL "mcheck_seen__Z[A-Za-z0-9_]+" streams "${lines}")
list(TRANSFORM streams REPLACE "^mcheck_seen_" "")
list(REMOVE_DUPLICATES streams)
list(REMOVE_ITEM streams ${links})
list(FILTER names EXCLUDE REGEX "^mcheck_seen__Z")

list(REMOVE_DUPLICATES names)
list(SORT names)
list(JOIN names "\n" text)
file(WRITE ${OUTPUT}.names "${text}\n")

link_whole(${OUTPUT}.whole)
# Without its own lines, which nobody asks for: each program would carry them.
run(${OBJCOPY} ${real} ${OUTPUT}.whole)
run(${OBJCOPY} ${seen} ${OUTPUT}.whole)
keep_names_apart(${OUTPUT}.whole)
# For a program with the C++ library in itself nothing stands in the place of its streams: behind it
# nobody could call them (engine/intercept/iostream_calls.cpp). What std::thread does is called by
# --wrap there (programs/mcheck/compile_plan.cpp): by its own name it would be there twice.
set(apart _ZNSt6thread4joinEv _ZNSt6thread6detachEv)
list(TRANSFORM apart REPLACE "(.+)" "--redefine-sym=mcheck_seen_\\1=__wrap_\\1" OUTPUT_VARIABLE seen)
list(APPEND seen --redefine-sym=mcheck_seen__ZNKSt6thread8joinableEv=_ZNKSt6thread8joinableEv)
list(TRANSFORM apart REPLACE "(.+)" "--keep-global-symbol=__wrap_\\1")
run(${OBJCOPY} ${seen} ${OUTPUT}.whole ${STATIC})
run(${OBJCOPY} --strip-debug --keep-global-symbols=${OUTPUT}.names ${apart}
    --keep-global-symbol=_ZNKSt6thread8joinableEv ${STATIC})
list(APPEND names ${streams})
list(JOIN names "\n" text)
file(WRITE ${OUTPUT}.names "${text}\n")
list(TRANSFORM streams REPLACE "(.+)" "--redefine-sym=mcheck_seen_\\1=\\1" OUTPUT_VARIABLE seen)
run(${OBJCOPY} ${seen} ${OUTPUT}.whole)
run(${OBJCOPY} --strip-debug --keep-global-symbols=${OUTPUT}.names ${OUTPUT}.whole ${OUTPUT})
file(REMOVE ${OUTPUT}.whole)
