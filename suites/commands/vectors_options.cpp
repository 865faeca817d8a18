#include "suites/commands/vectors_options.h"

#include "suites/commands/common_options.h"

namespace vconform::suites {

namespace {

void add_vectors_export(CLI::App& vectors, VectorsOptions& options) {
  CLI::App& command = *vectors.add_subcommand(
      "export", "write programs, their memories and what is permitted after them");
  VectorsExportOptions& exported = options.exported;
  add_level(command, exported.level);
  add_families(command, "--family", exported.families,
               "vconv, deq, cast_deq, copy_matrix, data_copy; all when not given");
  add_names(command, "--instruction", exported.instructions,
            "vconv_f322f16r,…; all of the families when not given");
  add_seed(command, exported.seed);
  add_readings(command, exported.readings, "a2; what is permitted follows them");
  add_text(command, "--max-size", exported.max_size,
           "the most bytes of all files, such as 64M; 256M when not given, 4M with --format c",
           check_memory_size);
  add_text(command, "--format", exported.format,
           "files: tables and memory images; c: C11 that checks itself", check_vectors_format);
  add_text(command, "--out", exported.out, "a new folder")->required();
  command.callback([&options] { options.is_export = true; });
}

void add_vectors_verify(CLI::App& vectors, VectorsOptions& options) {
  CLI::App& command =
      *vectors.add_subcommand("verify", "judge the results that were put into an exported folder");
  VectorsVerifyOptions& verified = options.verified;
  add_text(command, "DIR", verified.folder, "the folder")->required();
  add_text(command, "--name", verified.name, "what was tried, for the certificate");
  add_readings(command, verified.readings, "they are found out from the results");
  add_jobs(command, verified.jobs);
  add_text(command, "--out", verified.out, "folder for certificate.json and failures");
  add_text(command, "--sign", verified.sign,
           "PEM file of an Ed25519 private key to sign the certificate with");
}

}  // namespace

void add_vectors(CLI::App& app, VectorsOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "vectors",
      "cases as files for a machine without this suite, and the check of what came back");
  command.require_subcommand(1);
  add_vectors_export(command, options);
  add_vectors_verify(command, options);
}

}  // namespace vconform::suites
