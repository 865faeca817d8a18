# vconform_literal(VARIABLE FILE): the content of the FILE as a C++ literal. It may hold anything except the mark
# that ends it. CMake runs again when the FILE changes.
function(vconform_literal variable file)
  file(READ ${file} content)
  # The smallest adapter is the template in C: its name becomes that of the templates.
  if(file MATCHES "/smallest_adapter[.]c$")
    string(REPLACE "smallest" "my_adapter" content "${content}")
  endif()
  string(FIND "${content}" ")vconform_file\"" mark)
  if(NOT mark EQUAL -1)
    message(FATAL_ERROR "${file} holds the mark that ends an embedded file")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  set(${variable} "R\"vconform_file(${content})vconform_file\"" PARENT_SCOPE)
endfunction()

# Writes a C++ file with these definitions, if it is not there.
function(vconform_write_embedded output header definitions)
  file(WRITE ${output}.new
    "#include \"${header}\"\n\nnamespace vconform::suites {\n\n${definitions}}  // namespace vconform::suites\n")
  file(COPY_FILE ${output}.new ${output} ONLY_IF_DIFFERENT)
endfunction()

# vconform_embed(OUTPUT HEADER NAME FILE ...): writes a C++ file that defines each NAME of the HEADER as the
# content of the FILE.
function(vconform_embed output header)
  set(text)
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs name file)
    vconform_literal(literal ${file})
    string(APPEND text "const std::string_view ${name} = ${literal};\n\n")
  endwhile()
  vconform_write_embedded(${output} ${header} "${text}")
endfunction()

# vconform_embed_folder(OUTPUT HEADER NAME FOLDER PATTERN): the same of all files of a folder, a span of
# EmbeddedFile.
function(vconform_embed_folder output header name folder pattern)
  file(GLOB files ${folder}/${pattern})
  set(text)
  foreach(file IN LISTS files)
    vconform_literal(literal ${file})
    cmake_path(GET file FILENAME place)
    string(APPEND text "    {\"${place}\", ${literal}},\n")
  endforeach()
  vconform_write_embedded(${output} ${header}
    "namespace {\n\nconstexpr EmbeddedFile ${name}Files[] = {\n${text}};\n\n}  // namespace\n\nconst std::span<const EmbeddedFile> ${name} = ${name}Files;\n\n")
endfunction()
