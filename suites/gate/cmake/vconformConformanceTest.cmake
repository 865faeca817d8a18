# vconform_add_conformance_test(<target> LEVEL quick|standard|exhaustive [NAME name]
#   [FAMILIES family...] [REQUIRE family...] [PROFILE profile] [CHOICES rule=reading...] [SEED n]
#   [JOBS n] [WAIVERS file] [BASELINE file] [OUT folder] [LABELS label...] [TIMEOUT seconds])
#
# Registers the certification of an adapter, a MODULE or SHARED library, with CTest:
#   NAME      <target>_conformance when not given
#   LABELS    besides "conformance", which it always has
#   TIMEOUT   600 s at quick, 3600 s at standard, 86400 s at exhaustive when not given
#   JOBS      as many as the machine has processors when not given; CTest is told
#   OUT       <target>-conformance in the current binary folder when not given. The results are there,
#             junit.xml among them: its path is the property VCONFORM_JUNIT of the test and of the
#             target, and the test's ATTACHED_FILES, which `ctest --show-only=json-v1` prints
#   WAIVERS, BASELINE, PROFILE probed:file   relative to the current source folder; they must exist,
#             also when the test runs
# The other words are options of `vconform certify`. Any mistake ends the configuration.
include_guard(GLOBAL)
cmake_policy(VERSION 3.25)

function(_vconform_fail target text)
  message(FATAL_ERROR "vconform_add_conformance_test(${target}): ${text}")
endfunction()

# Resolves an alias: the library that `target` names.
function(_vconform_library target result)
  if(NOT TARGET "${target}")
    _vconform_fail("${target}"
      "there is no target '${target}'; call add_library(${target} MODULE ...) before")
  endif()
  get_target_property(aliased "${target}" ALIASED_TARGET)
  if(aliased)
    set(target "${aliased}")
  endif()
  get_target_property(type "${target}" TYPE)
  if(NOT type MATCHES "^(MODULE|SHARED)_LIBRARY$")
    _vconform_fail("${target}"
      "'${target}' is of type ${type} and cannot be loaded; make it a MODULE or SHARED library")
  endif()
  set(${result} "${target}" PARENT_SCOPE)
endfunction()

# The absolute path of a file that must exist; empty if none is named.
function(_vconform_input target keyword file result)
  if(NOT file STREQUAL "")
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    if(NOT EXISTS "${file}" OR IS_DIRECTORY "${file}")
      _vconform_fail("${target}"
        "there is no file '${file}' for ${keyword}; make it, or leave ${keyword} out")
    endif()
  endif()
  set(${result} "${file}" PARENT_SCOPE)
endfunction()

function(_vconform_check_number target keyword value)
  if(NOT value MATCHES "^([1-9][0-9]*)?$" AND NOT (keyword STREQUAL "SEED" AND value STREQUAL "0"))
    _vconform_fail("${target}" "${keyword} is '${value}'; give a whole number above 0")
  endif()
endfunction()

# Refuses a name or output folder that another test has.
function(_vconform_claim target what value fix)
  get_property(claimed GLOBAL PROPERTY "_VCONFORM_CLAIMED_${what}")
  if(value IN_LIST claimed)
    _vconform_fail("${target}" "another conformance test has the ${what} '${value}'; ${fix}")
  endif()
  set_property(GLOBAL APPEND PROPERTY "_VCONFORM_CLAIMED_${what}" "${value}")
endfunction()

# CMake silently drops tests of a project without enable_testing(), which may follow the call.
function(_vconform_check_testing target)
  if(NOT CMAKE_TESTING_ENABLED AND (NOT DEFINED BUILD_TESTING OR BUILD_TESTING))
    _vconform_fail("${target}" "testing is not enabled here, so that the test would be dropped; \
call enable_testing() in the CMakeLists.txt of the top folder, before add_subdirectory()")
  endif()
endfunction()

# Refuses mistakes that cmake_parse_arguments() lets pass.
function(_vconform_check_words target unknown without_value arguments)
  if(NOT unknown STREQUAL "")
    list(GET unknown 0 first)
    _vconform_fail("${target}"
      "unknown argument '${first}'; see the top of vconformConformanceTest.cmake")
  endif()
  list(FIND arguments "" empty)
  if(empty GREATER 0)
    math(EXPR before "${empty} - 1")
    list(GET arguments ${before} without_value)
  endif()
  if(NOT without_value STREQUAL "")
    list(GET without_value 0 first)
    _vconform_fail("${target}"
      "'${first}' is followed by no value; is a variable not set? Give one, or leave it out")
  endif()
endfunction()

function(_vconform_default_timeout target level result)
  set(quick 600)
  set(standard 3600)
  set(exhaustive 86400)
  if(NOT level MATCHES "^(quick|standard|exhaustive)$")
    _vconform_fail("${target}"
      "LEVEL is '${level}'; give LEVEL quick, LEVEL standard or LEVEL exhaustive")
  endif()
  set(${result} ${${level}} PARENT_SCOPE)
endfunction()

# The arguments of the program, from the variables arg_*.
function(_vconform_command library out result)
  set(command certify --backend "$<TARGET_FILE:${library}>" --level ${arg_LEVEL} --out "${out}")
  set(keywords FAMILIES REQUIRE PROFILE CHOICES SEED JOBS WAIVERS BASELINE)
  set(options --family --require --profile --choice --seed --jobs --waivers --baseline)
  foreach(keyword option IN ZIP_LISTS keywords options)
    foreach(value IN LISTS arg_${keyword})
      list(APPEND command ${option} "${value}")
    endforeach()
  endforeach()
  set(${result} "${command}" PARENT_SCOPE)
endfunction()

# The CTest properties of the test, from the variables arg_*; the files that it needs come last.
function(_vconform_describe name library out)
  set(processors "${arg_JOBS}")
  if(processors STREQUAL "")
    cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
  endif()
  set_tests_properties("${name}" PROPERTIES
    LABELS "conformance;${arg_LABELS}"
    TIMEOUT ${arg_TIMEOUT}
    PROCESSORS ${processors}
    REQUIRED_FILES "${ARGN}"
    ATTACHED_FILES "${out}/junit.xml"
    VCONFORM_JUNIT "${out}/junit.xml")
  set_property(TARGET "${library}" APPEND PROPERTY VCONFORM_JUNIT "${out}/junit.xml")
endfunction()

function(vconform_add_conformance_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg ""
    "NAME;LEVEL;PROFILE;SEED;JOBS;WAIVERS;BASELINE;OUT;TIMEOUT" "FAMILIES;REQUIRE;CHOICES;LABELS")
  _vconform_library("${target}" library)
  _vconform_check_words("${target}"
    "${arg_UNPARSED_ARGUMENTS}" "${arg_KEYWORDS_MISSING_VALUES}" "${ARGV}")
  _vconform_default_timeout("${target}" "${arg_LEVEL}" default_timeout)
  foreach(keyword SEED JOBS TIMEOUT)
    _vconform_check_number("${target}" ${keyword} "${arg_${keyword}}")
  endforeach()
  foreach(keyword WAIVERS BASELINE)
    _vconform_input("${target}" ${keyword} "${arg_${keyword}}" arg_${keyword})
  endforeach()
  set(probed "")
  if(arg_PROFILE MATCHES "^probed:(.*)$")
    _vconform_input("${target}" PROFILE "${CMAKE_MATCH_1}" probed)
    set(arg_PROFILE "probed:${probed}")
  endif()

  string(REPLACE "::" "_" plain "${target}")
  foreach(default "NAME;${plain}_conformance" "OUT;${plain}-conformance" "TIMEOUT;${default_timeout}")
    list(GET default 0 keyword)
    if(NOT DEFINED arg_${keyword})
      list(GET default 1 arg_${keyword})
    endif()
  endforeach()
  cmake_path(ABSOLUTE_PATH arg_OUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  _vconform_claim("${target}" name "${arg_NAME}" "give this one another NAME")
  _vconform_claim("${target}" folder "${arg_OUT}" "give this one another OUT")
  if(TEST "${arg_NAME}")
    _vconform_fail("${target}"
      "there is already a test '${arg_NAME}'; give this one another NAME")
  endif()

  _vconform_command("${library}" "${arg_OUT}" command)
  add_test(NAME "${arg_NAME}" COMMAND "$<TARGET_FILE:vconform::program>" ${command})
  _vconform_describe("${arg_NAME}" "${library}" "${arg_OUT}"
    ${arg_WAIVERS} ${arg_BASELINE} ${probed})
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _vconform_check_testing [[${target}]])")
endfunction()
