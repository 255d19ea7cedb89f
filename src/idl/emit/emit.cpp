#include "idl/emit/emit.hpp"

#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/contents/stack_use.hpp"
#include "idl/emit/contents/supported.hpp"
#include "idl/emit/contents/unfinished.hpp"
#include "idl/emit/files/definitions.hpp"
#include "idl/emit/files/files.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl {

namespace {

std::string finished(std::string text) {
  while (text.ends_with("\n\n")) text.pop_back();
  return cxx::with_long_lines_broken(text);
}

}  // namespace

std::vector<OutputFile> emit(const Specification& specification, const EmitOptions& options, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const cxx::Contents contents = cxx::contents_of(specification);
  cxx::report_unsupported(contents, diagnostics);
  cxx::warn_of_stack_use(contents, diagnostics);
  if (diagnostics.error_count() != errors_before) return {};

  const cxx::FileNames names = cxx::file_names(specification, diagnostics.files());
  const cxx::VariableNames variables(specification);
  const auto unfinished = cxx::unfinished_types(contents);
  const cxx::Context context{options, variables, unfinished, names.local, cxx::write_definition};
  const std::string prefix = options.output_directory.empty() ? "" : options.output_directory + "/";
  std::vector<OutputFile> files;
  const auto add = [&](const std::string& suffix, std::string text, bool is_begun = false) {
    files.push_back({prefix + names.stem + suffix, finished(std::move(text)), is_begun});
  };
  add(options.stub_header_suffix, cxx::stub_header(contents, names, context));
  add(options.stub_source_suffix, cxx::stub_source(contents, names, context));
  if (options.skeletons) {
    add(options.skeleton_header_suffix, cxx::skeleton_header(contents, names, context));
    add(options.skeleton_source_suffix, cxx::skeleton_source(contents, names, context));
  }
  if (options.servants) {
    add(options.servant_header_suffix, cxx::servant_header(contents, names, context), true);
    add(options.servant_source_suffix, cxx::servant_source(contents, names, context), true);
  }
  if (options.asynchronous) {
    add(options.asynchronous_header_suffix, cxx::asynchronous_header(contents, names, context));
  }
  if (options.deferred) {
    add(options.deferred_header_suffix, cxx::deferred_header(contents, names, context));
    add(options.deferred_source_suffix, cxx::deferred_source(contents, names, context));
  }
  if (options.awaitable) add(options.awaitable_header_suffix, cxx::awaitable_header(contents, names, context));
  return files;
}

}  // namespace dimma::idl
