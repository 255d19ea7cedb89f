#include "services/tools/naming/paths.hpp"

#include "services/naming/text/names.hpp"
#include "services/tools/common/command.hpp"

namespace dimma::tools::naming {

CosNaming::Name parse_path(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text.empty()) return {};
  try {
    return dimma::naming::parse_typed_name(text);
  } catch (const dimma::naming::NameError& wrong) {
    throw UsageError(std::string("the name ") + wrong.what());
  }
}

CosNaming::Name parse_binding_path(std::string_view text) {
  CosNaming::Name name = parse_path(text);
  if (name.empty()) throw UsageError("the root context has no name to change; give a name in it");
  return name;
}

std::string path_text(const CosNaming::Name& name) {
  return name.empty() ? "/" : dimma::naming::printable(dimma::naming::format_name(name));
}

}  // namespace dimma::tools::naming
