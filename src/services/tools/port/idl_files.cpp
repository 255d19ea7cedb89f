#include "services/tools/port/idl_files.hpp"

#include "idl/installed.hpp"
#include "idl/parse/front.hpp"
#if DIMMA_IDL_EMITS
#include "idl/emit/classic/emit_classic.hpp"
#endif

namespace dimma::tools::port {

namespace {

std::vector<IdlError> errors_of(const std::string& file, const idl::Diagnostics& diagnostics) {
  std::vector<IdlError> errors;
  for (const idl::Diagnostic& each : diagnostics.all()) {
    if (each.severity != idl::Severity::Error) continue;
    const idl::SourceLocation begin = each.range.begin;
    const bool is_placed = begin.known() && begin.file < diagnostics.files().size();
    errors.push_back({{is_placed ? diagnostics.files().path(begin.file) : file, begin.line},
                      each.message,
                      each.error_kind == idl::ErrorKind::MissingInclude});
  }
  return errors;
}

#if DIMMA_IDL_EMITS
void check(const idl::Specification& specification, idl::Diagnostics& diagnostics) {
  idl::emit_classic(specification, idl::EmitOptions(), diagnostics);
}
#else
// Built for a machine that has no compiler of its own: what the back end refuses is not found.
void check(const idl::Specification&, idl::Diagnostics&) {}
#endif

}  // namespace

std::vector<IdlError> idl_errors(const std::string& file, const std::vector<std::string>& include_directories,
                                 const std::vector<std::string>& macros) {
  idl::PreprocessOptions preprocess;
  preprocess.include_directories = include_directories;
  preprocess.own_directory = idl::installed_idl_directory();
  for (const std::string& macro : macros) preprocess.macros.push_back({true, macro});
  idl::SourceFiles files;
  idl::DiagnosticOptions quiet;
  quiet.suppress_warnings = true;
  idl::Diagnostics diagnostics(files, quiet);
  try {
    const auto front = idl::read_specification(file, idl::DiskReader(), preprocess, files, diagnostics);
    if (front.specification) check(*front.specification, diagnostics);
  } catch (const idl::TooManyErrors&) {
  }
  return errors_of(file, diagnostics);
}

}  // namespace dimma::tools::port
