# SPDX-License-Identifier: MIT
# `cpack` in the build folder makes mcheck_VERSION_amd64.deb and mcheck-VERSION-Linux-x86_64.tar.gz.
set(CPACK_PACKAGE_NAME mcheck)
set(CPACK_PACKAGE_VENDOR mcheck)
set(CPACK_PACKAGE_CONTACT ${MCHECK_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "systematic model checker for C++ concurrency")
set(CPACK_PACKAGE_DESCRIPTION
    "mcheck runs every schedule of a small concurrent C++ program, and either shows
the one that breaks it or proves that there is none. It finds failed assertions,
data races, deadlocks, lost wake-ups, livelocks, misuse of the library, memory
errors and leaks.
.
A program is written for mcheck and linked with its library, or it is
unmodified and compiled by mcheck c++.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_FILE_NAME mcheck-${PROJECT_VERSION}-Linux-x86_64)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# A compiler for `mcheck c++`, addr2line for lines in reports, and fonts for pictures; gdb for
# `mcheck replay --gdb`.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "binutils, g++ (>= 4:12) | clang (>= 1:14), fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake (>= 3.25), gdb, pkg-config")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR OFF)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
                                                GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/programs/cmake/package_each.cmake)
include(CPack)
