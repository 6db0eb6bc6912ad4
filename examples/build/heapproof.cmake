# SPDX-License-Identifier: MIT
# Writes every compile and link command of a build to heapproof.build in the build folder, for 'heapproof project BUILD':
#     cmake -S . -B build -DCMAKE_PROJECT_INCLUDE=/path/to/heapproof.cmake && cmake --build build && heapproof project build
# or include() it in CMakeLists.txt after project().  Nothing else about the build changes.
find_program(HEAPPROOF heapproof REQUIRED)
set(CMAKE_C_COMPILER_LAUNCHER ${HEAPPROOF} cc --log=${CMAKE_BINARY_DIR}/heapproof.build ${CMAKE_C_COMPILER_LAUNCHER})
set(CMAKE_C_LINKER_LAUNCHER ${HEAPPROOF} cc --log=${CMAKE_BINARY_DIR}/heapproof.build ${CMAKE_C_LINKER_LAUNCHER})
