// dimma-idl: checks IDL files and generates C++ from them.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "idl/format_files.hpp"
#include "idl/installed.hpp"
#include "idl/options.hpp"
#include "idl/output.hpp"
#include "idl/parse/front.hpp"
#include "idl/preprocess/preprocess.hpp"
#include "programs/colour.hpp"
#include "programs/standard_output.hpp"
#if DIMMA_IDL_EMITS
#include "idl/emit/classic/emit_classic.hpp"
#include "idl/emit/emit.hpp"
#endif
#if DIMMA_IDL_SERVES
#include "idl/server/server.hpp"
#endif

namespace dimma::idl {
namespace {

constexpr int exit_failure = 1;
constexpr int exit_usage = 2;

void say(const char* label, programs::Style style, const std::string& message, bool is_coloured) {
  std::fprintf(stderr, "%s %s %s\n", programs::styled_if(is_coloured, programs::Style::place, "dimma-idl:").c_str(),
               programs::styled_if(is_coloured, style, label).c_str(), message.c_str());
}

int complain(const std::string& message, int status, bool is_coloured = programs::wants_colour(STDERR_FILENO)) {
  say("error:", programs::Style::error, message, is_coloured);
  return status;
}

// The output that a run has collected so far.
struct Collected {
  std::vector<PendingFile> files;
  std::vector<std::string> dependencies;
  std::vector<std::string> targets;
};

#if DIMMA_IDL_EMITS
AnyCode any_code(const ClassicOptions& options) {
  if (options.any_code_in_own_files) return AnyCode::InOwnFiles;
  return options.no_any_code ? AnyCode::None : AnyCode::InStubFiles;
}

std::vector<PendingFile> generate(const Specification& specification, const Options& options,
                                  Diagnostics& diagnostics) {
  EmitOptions emit_options;
  emit_options.output_directory = options.output_directory;
  emit_options.stub_header_suffix = options.header_suffix;
  emit_options.stub_source_suffix = options.source_suffix;
  emit_options.skeleton_header_suffix = options.skeleton_header_suffix;
  emit_options.skeleton_source_suffix = options.skeleton_source_suffix;
  emit_options.skeletons = options.skeletons;
  emit_options.servants = options.servants;
  emit_options.servant_header_suffix = options.servant_header_suffix;
  emit_options.servant_source_suffix = options.servant_source_suffix;
  emit_options.write_comparison = options.comparison;
  emit_options.stream_operators = options.stream_operators;
  emit_options.completion_tokens = options.asio;
  emit_options.asynchronous = options.asynchronous != Asynchronous::None;
  emit_options.asynchronous_header_suffix = options.asynchronous_header_suffix;
  emit_options.deferred = options.skeletons && (options.deferred || options.asio);
  emit_options.deferred_header_suffix = options.deferred_suffixes.header;
  emit_options.deferred_source_suffix = options.deferred_suffixes.source;
  emit_options.awaitable = options.skeletons && options.asio;
  emit_options.awaitable_header_suffix = options.asio_header_suffix;
  emit_options.classic.combines_files = options.classic.files == ClassicFiles::OmniOrb;
  emit_options.classic.keeps_include_paths =
      options.classic.keeps_include_paths || !emit_options.classic.combines_files;
  emit_options.classic.enclosing = options.classic.enclosing;
  emit_options.classic.any_code = any_code(options.classic);
  emit_options.classic.any_header_suffix = options.classic.any_suffixes.header;
  emit_options.classic.any_source_suffix = options.classic.any_suffixes.source;
  std::vector<PendingFile> files;
  const auto emitter = options.classic.files == ClassicFiles::None ? emit : emit_classic;
  for (OutputFile& file : emitter(specification, emit_options, diagnostics)) {
    files.push_back({std::move(file.path), std::move(file.text), false, file.is_begun});
  }
  return files;
}
#else
std::vector<PendingFile> generate(const Specification& specification, const Options&, Diagnostics& diagnostics) {
  diagnostics.error({{specification.main_file, 0, 0}, 0}, "this dimma-idl was built without code generation");
  return {};
}
#endif

#if DIMMA_IDL_SERVES
int serve(const Options& options) {
  ServerOptions server{{options.preprocess, options.diagnostics, options.letter_case}, DIMMA_IDL_VERSION};
  return serve_language(std::move(server), STDIN_FILENO, STDOUT_FILENO);
}
#else
int serve(const Options&) {
  return complain("this dimma-idl was built without the language server (--lsp), which needs Boost.JSON (Boost 1.75)",
                  exit_failure);
}
#endif

void print_preprocessed(const std::string& input, const Options& options, SourceFiles& files,
                        Diagnostics& diagnostics) {
  const std::optional<PreprocessedText> text = preprocess(input, DiskReader(), options.preprocess, files, diagnostics);
  if (!text) return;
  const std::string shown = with_line_markers(*text, files);
  std::fwrite(shown.data(), 1, shown.size(), stdout);
}

// Marks the included files that are inputs of this run too: their generated files are written into the same folder,
// independently of the folders of the IDL files.
void find_files_beside(Specification& specification, const std::vector<std::string>& inputs, const SourceFiles& files) {
  const DiskReader reader;
  std::unordered_map<std::string, std::string> by_identity;
  for (const std::string& input : inputs) by_identity.emplace(reader.identity(input), input);
  for (Inclusion& inclusion : specification.inclusions) {
    const auto input = by_identity.find(reader.identity(files.path(inclusion.file)));
    if (input != by_identity.end()) inclusion.beside = input->second;
  }
}

void collect(const std::string& input, const Options& options, SourceFiles& files, Diagnostics& diagnostics,
             Collected& collected) {
  if (options.preprocess_only) return print_preprocessed(input, options, files, diagnostics);
  const FrontResult front =
      read_specification(input, DiskReader(), options.preprocess, files, diagnostics, options.letter_case);
  for (const std::string& path : front.dependencies) {
    if (std::find(collected.dependencies.begin(), collected.dependencies.end(), path) == collected.dependencies.end()) {
      collected.dependencies.push_back(path);
    }
  }
  if (!front.specification) return;
  imply_reply_handlers(*front.specification, options.asynchronous, diagnostics, options.letter_case);
  if (options.syntax_only) return;
  find_files_beside(*front.specification, options.inputs, files);
  for (PendingFile& file : generate(*front.specification, options, diagnostics)) {
    for (const PendingFile& other : collected.files) {
      if (other.path != file.path) continue;
      diagnostics.error({{front.specification->main_file, 0, 0}, 0},
                        "two input files would both generate '" + file.path +
                            "': run dimma-idl separately for each, with its own -o");
    }
    if (!file.once) collected.targets.push_back(file.path);
    collected.files.push_back(std::move(file));
  }
}

std::string write(const Options& options, Collected& collected) {
  if (!collected.files.empty()) {
    std::string problem = make_directories(options.output_directory);
    if (!problem.empty()) return problem;
  }
  if (!options.depfile.empty()) {
    if (collected.targets.empty()) collected.targets.push_back(options.depfile);
    collected.files.push_back({options.depfile, make_rule(collected.targets, collected.dependencies), true, false});
  }
  return write_files(collected.files);
}

int run(const std::vector<std::string>& arguments) {
  Options options;
  options.preprocess.own_directory = installed_idl_directory();
  const std::string problem = parse_options(arguments, options);
  if (!problem.empty()) return complain(problem + " (see --help)", exit_usage);
  if (options.help) {
    std::fputs(usage().c_str(), stdout);
    return 0;
  }
  if (options.version) {
    std::puts("dimma-idl " DIMMA_IDL_VERSION);
    return 0;
  }
  if (options.serve) return serve(options);
  if (options.format) return format_files(options.inputs, options.check);

  const bool is_coloured = programs::wants_colour(STDERR_FILENO, *programs::colour_choice(options.colour));
  options.diagnostics.coloured = is_coloured;
  if (!options.diagnostics.suppress_warnings) {
    for (const std::string& warning : options.warnings) say("warning:", programs::Style::warning, warning, is_coloured);
  }
  SourceFiles files;
  Diagnostics diagnostics(files, options.diagnostics);
  Collected collected;
  try {
    for (const std::string& input : options.inputs) collect(input, options, files, diagnostics, collected);
  } catch (const TooManyErrors&) {
  }
  std::fputs(diagnostics.render_all().c_str(), stderr);
  if (diagnostics.has_errors()) return exit_failure;
  const std::string write_problem = write(options, collected);
  return write_problem.empty() ? 0 : complain(write_problem, exit_failure, is_coloured);
}

}  // namespace
}  // namespace dimma::idl

int main(int count, char** arguments) {
  try {
    dimma::programs::occupy_standard_descriptors();
    const int status = dimma::idl::run(std::vector<std::string>(arguments + (count > 0 ? 1 : 0), arguments + count));
    return dimma::programs::finish_output("dimma-idl", status);
  } catch (const std::bad_alloc&) {
    return dimma::idl::complain("out of memory", dimma::idl::exit_failure);
  } catch (const std::exception& problem) {
    return dimma::idl::complain(problem.what(), dimma::idl::exit_failure);
  }
}
