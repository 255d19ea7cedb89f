#include "idl/emit/codecs/sequences.hpp"

#include <set>
#include <vector>

#include "idl/emit/codecs/fixed_layout.hpp"
#include "idl/emit/interfaces/calls.hpp"

namespace dimma::idl::cxx {

namespace {

// Returns the element type of an unbounded sequence if it is a struct or union that is encoded member by member;
// nullptr otherwise.
const Declaration* element_of(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (resolved.kind != TypeKind::Sequence || as<SequenceType>(resolved).bound != 0) return nullptr;
  const Type& element = resolve_aliases(*as<SequenceType>(resolved).element);
  if (element.kind != TypeKind::Named || is_fixed(element)) return nullptr;
  const Declaration& declaration = *as<NamedType>(element).declaration;
  const bool is_such = declaration.kind == DeclarationKind::Struct || declaration.kind == DeclarationKind::Union;
  return is_such ? &declaration : nullptr;
}

class PassedElements {
 public:
  explicit PassedElements(const Contents& contents) : of_file_(contents.types.begin(), contents.types.end()) {}

  void add(const Type& sequence) {
    const Declaration* const element = element_of(sequence);
    // For an element of another IDL file, the generated files of that file may already have the codec.
    if (element == nullptr || !of_file_.contains(element) || !taken_.insert(element).second) return;
    in_order_.push_back(element);
  }
  const std::vector<const Declaration*>& in_order() const { return in_order_; }

 private:
  std::set<const Declaration*> of_file_;
  std::set<const Declaration*> taken_;
  std::vector<const Declaration*> in_order_;
};

}  // namespace

void write_sequence_codecs(Writer& writer, const Contents& contents, const VariableNames& names,
                           const std::string& how) {
  PassedElements elements(contents);
  for (const Interface* interface : contents.interfaces) {
    for (const Call& call : calls_of(*interface, names)) {
      if (call.result != nullptr) elements.add(*call.result);
      for (const CallParameter& parameter : call.parameters) elements.add(*parameter.type);
    }
  }
  for (const Declaration* element : elements.in_order()) {
    writer.write("$how$template struct dimma::cdr::codec<::std::vector<$element$>>;",
                 {{"how", how}, {"element", scoped_name(*element)}});
  }
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
