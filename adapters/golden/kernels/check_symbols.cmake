# No object file of kernels may define a function that the linker could take for another file too: it
# may be compiled for an instruction set that the machine does not have.
#   cmake -DNM=... -DOBJECTS=a.o;b.o -P check_symbols.cmake
foreach(object ${OBJECTS})
  if(NOT object MATCHES "/kernels/.*_(baseline|v3|v4)\\.cpp")
    continue()
  endif()
  execute_process(COMMAND ${NM} --defined-only ${object}
    OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(symbols MATCHES "[^\n]* [VWuvw] [^\n]*")
    message(FATAL_ERROR "${object} defines a symbol that others may share: ${CMAKE_MATCH_0}")
  endif()
  list(APPEND checked ${object})
endforeach()
list(LENGTH checked count)
if(count EQUAL 0)
  message(FATAL_ERROR "no object file of kernels among ${OBJECTS}")
endif()
