# SPDX-License-Identifier: MIT
# Read by cpack for each kind of package: an archive is unpacked anywhere, so it has no /usr.
if(CPACK_GENERATOR STREQUAL TGZ)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
endif()
