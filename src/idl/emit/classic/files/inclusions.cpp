#include "idl/emit/classic/files/inclusions.hpp"

#include <set>

#include "idl/emit/contents/needed_headers.hpp"
#include "idl/emit/files/file_names.hpp"
#include "idl/preprocess/builtin_idl.hpp"

namespace dimma::idl::classic {

void write_inclusion(cxx::Writer& writer, const std::string& header) {
  writer.write("#include \"$header$\"", {{"header", header}});
  writer.blank_line();
}

void write_inclusions(cxx::Writer& writer, const std::vector<const Inclusion*>& inclusions, const std::string& suffix,
                      bool keeps_paths) {
  for (const Inclusion* inclusion : inclusions) {
    if (is_orb_idl(inclusion->written)) continue;
    if (!inclusion->classic_header.empty()) {
      writer.write("#include <$header$>", {{"header", inclusion->classic_header}});
      continue;
    }
    const bool is_beside = !inclusion->beside.empty();
    const std::string& written = is_beside ? inclusion->beside : inclusion->written;
    const std::string idl = keeps_paths && !is_beside ? written : cxx::without_directory(written);
    writer.write(inclusion->angled && !is_beside ? "#include <$header$>" : "#include \"$header$\"",
                 {{"header", cxx::without_extension(idl) + suffix}});
  }
  writer.blank_line();
}

void write_orb_parts(cxx::Writer& writer, const cxx::Contents& contents, const std::string& suffix) {
  std::set<std::string> parts = cxx::needed_headers(contents).orb_parts;
  for (const Inclusion* inclusion : contents.inclusions) parts.erase(inclusion->written);
  for (const std::string& part : parts) {
    writer.write("#include <$header$>", {{"header", cxx::without_extension(part) + suffix}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::classic
