#include "idl/emit/definitions/functions.hpp"

#include "idl/emit/names/names.hpp"

namespace dimma::idl::cxx {

namespace {

std::string followed_by_space(const std::string& word) { return word.empty() ? "" : word + " "; }

}  // namespace

void write_in_class(Writer& writer, const std::vector<Function>& functions, bool with_bodies) {
  for (const Function& function : functions) {
    if (function.begins_group) writer.blank_line();
    const std::string head =
        followed_by_space(function.specifier) + followed_by_space(function.result) + function.signature;
    writer.write("$head$$rest$", {{"head", head}, {"rest", with_bodies ? " " + function.body : ";"}});
  }
}

void write_behind_class(Writer& writer, const Declaration& owner, const std::vector<Function>& functions) {
  for (const Function& function : functions) {
    const std::string& signature = function.signature_behind.empty() ? function.signature : function.signature_behind;
    const std::string scope = function.specifier == "friend" ? "" : name_in_namespace(owner) + "::";
    writer.write("inline $result$$scope$$signature$ $body$", {{"result", followed_by_space(function.result)},
                                                              {"scope", scope},
                                                              {"signature", signature},
                                                              {"body", function.body}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
