#include "idl/emit/classic/emit_classic.hpp"

#include <set>
#include <string>
#include <utility>

#include "idl/emit/classic/files/any_files.hpp"
#include "idl/emit/classic/files/definitions.hpp"
#include "idl/emit/classic/files/files.hpp"
#include "idl/emit/classic/types/supported.hpp"
#include "idl/emit/contents/contents.hpp"
#include "idl/emit/contents/context.hpp"
#include "idl/emit/contents/supported.hpp"
#include "idl/emit/files/file_names.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl {

std::vector<OutputFile> emit_classic(const Specification& specification, const EmitOptions& options,
                                     Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const cxx::Contents contents = cxx::contents_of(specification);
  cxx::report_unsupported(contents, diagnostics);
  classic::report_unsupported(contents, diagnostics);
  if (diagnostics.error_count() != errors_before) return {};

  const cxx::FileNames names = cxx::file_names(specification, diagnostics.files());
  const cxx::VariableNames variables(specification);
  const std::set<const Declaration*> unfinished;
  const cxx::Context context{options, variables, unfinished, names.local, classic::write_declaration};
  const std::string prefix = options.output_directory.empty() ? "" : options.output_directory + "/";
  std::vector<OutputFile> files;
  const auto add = [&](const std::string& suffix, const std::string& text) {
    files.push_back({prefix + names.stem + suffix, cxx::with_long_lines_broken(text)});
  };
  add(options.stub_header_suffix, classic::stub_header(contents, names, context));
  add(options.stub_source_suffix, classic::stub_source(contents, names, context));
  if (options.classic.any_code == AnyCode::InOwnFiles) {
    if (!options.classic.stub_header_has_any_code()) {
      add(options.classic.any_header_suffix, classic::any_header(contents, names, context));
    }
    add(options.classic.any_source_suffix, classic::any_source(contents, names, context));
  }
  if (options.skeletons && !options.classic.combines_files) {
    add(options.skeleton_header_suffix, classic::skeleton_header(contents, names, context));
    add(options.skeleton_source_suffix, classic::skeleton_source(contents, names, context));
  }
  return files;
}

}  // namespace dimma::idl
