# cmake -DNM=... -DLIBRARY=... -P: fails where the library would call a fuzzing engine that loads it.
execute_process(COMMAND ${NM} --dynamic ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES vconform_get_adapter)
  message(FATAL_ERROR "${LIBRARY} is no adapter: ${symbols}")
endif()
if(symbols MATCHES "__sanitizer_cov[a-z0-9_]*")
  message(FATAL_ERROR "${LIBRARY} has ${CMAKE_MATCH_0}: see unseen_coverage.c")
endif()
