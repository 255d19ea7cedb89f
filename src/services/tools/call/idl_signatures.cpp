// Reads the signatures of operations from an IDL file.
#include "services/tools/call/idl_types.hpp"
#include "services/tools/call/signature.hpp"

#include "idl/installed.hpp"
#include "idl/parse/front.hpp"
#include "services/naming/reference/ior.hpp"
#include "services/tools/common/command.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace dimma::tools::call {

namespace {

using idl::as;
using idl::DeclarationKind;

// Collects all declarations in modules and interfaces, at any depth, except the modules themselves.
void collect(const std::vector<idl::Declaration*>& contents, std::vector<const idl::Declaration*>& all) {
  for (const idl::Declaration* each : contents) {
    switch (each->kind) {
      case DeclarationKind::Module:
        collect(as<idl::Module>(*each).contents, all);
        break;
      case DeclarationKind::Interface:
        all.push_back(each);
        collect(as<idl::Interface>(*each).contents, all);
        break;
      case DeclarationKind::ValueType:
        all.push_back(each);
        collect(as<idl::ValueType>(*each).contents, all);
        break;
      case DeclarationKind::Struct:
        collect(as<idl::Struct>(*each).nested_types, all);
        all.push_back(each);
        break;
      case DeclarationKind::Union:
        collect(as<idl::Union>(*each).nested_types, all);
        all.push_back(each);
        break;
      case DeclarationKind::ForwardDeclaration:
        break;
      default:
        all.push_back(each);
    }
  }
}

bool is_called(const idl::Declaration& declaration, std::string_view name) {
  if (name.starts_with("::")) name.remove_prefix(2);
  return declaration.repository_id == name || declaration.full_name() == name;
}

bool is_type(const idl::Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Interface:
    case DeclarationKind::ValueType:
    case DeclarationKind::ValueBox:
    case DeclarationKind::Struct:
    case DeclarationKind::Union:
    case DeclarationKind::Enum:
    case DeclarationKind::Exception:
    case DeclarationKind::Typedef:
    case DeclarationKind::Bitset:
    case DeclarationKind::Bitmask:
      return true;
    default:
      return false;
  }
}

// An operation, or the getter or setter of an attribute.
struct Called {
  const idl::Declaration* declaration = nullptr;
  bool sets = false;
};

// Returns the operation names of a declaration, as in messages.
std::vector<std::string> names_of(const idl::Declaration& declaration) {
  if (declaration.kind == DeclarationKind::Operation) return {declaration.identifier};
  if (declaration.kind != DeclarationKind::Attribute) return {};
  if (as<idl::Attribute>(declaration).is_readonly) return {"_get_" + declaration.identifier};
  return {"_get_" + declaration.identifier, "_set_" + declaration.identifier};
}

std::vector<const idl::Interface*> with_bases(const idl::Interface& interface) {
  auto all = idl::all_bases(interface);
  all.push_back(&interface);
  return all;
}

Called find_in(const idl::Interface& interface, const std::string& operation) {
  for (const auto* each : with_bases(interface)) {
    for (const auto* declaration : each->contents) {
      const auto names = names_of(*declaration);
      const auto found = std::find(names.begin(), names.end(), operation);
      if (found != names.end()) return {declaration, found - names.begin() == 1};
    }
  }
  return {};
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  constexpr std::size_t shown_max = 40;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    if (shown++ == shown_max) return text + ", ...";
    text += (text.empty() ? "" : ", ") + name;
  }
  return text.empty() ? "none" : text;
}

std::string type_id_of(const CORBA::object_reference<CORBA::Object>& object) {
  const std::string text = object->_get_orb()->object_to_string(object);
  return naming::read_ior(naming::octets_of_ior(text)).type_id;
}

class IdlSignatures : public SignatureSource {
 public:
  IdlSignatures(const CORBA::object_reference<CORBA::ORB>& orb, const IdlOptions& options)
      : file_(options.file), types_(orb) {
    idl::PreprocessOptions preprocess;
    preprocess.include_directories = options.include_directories;
    preprocess.own_directory = idl::installed_idl_directory();
    for (const std::string& macro : options.macros) preprocess.macros.push_back({true, macro});
    idl::SourceFiles files;
    idl::DiagnosticOptions quiet;
    quiet.suppress_warnings = true;
    idl::Diagnostics diagnostics(files, quiet);
    try {
      specification_ =
          idl::read_specification(options.file, idl::DiskReader(), preprocess, files, diagnostics).specification;
    } catch (const idl::TooManyErrors&) {
      specification_ = nullptr;
    }
    if (!specification_) throw UsageError("the IDL has errors:\n" + diagnostics.render_all());
    collect(specification_->contents, all_);
  }

  Signature find(const CORBA::object_reference<CORBA::Object>& object, const std::string& interface_name,
                 const std::string& operation) override {
    return signature_of(called(object, interface_name, operation), operation);
  }

  CORBA::typecode_reference type(const std::string& name) override {
    for (const auto* each : all_) {
      if (is_type(*each) && is_called(*each, name)) return types_.of(*each);
    }
    return {};
  }

 private:
  std::vector<const idl::Interface*> interfaces() const {
    std::vector<const idl::Interface*> found;
    for (const auto* each : all_) {
      if (each->kind == DeclarationKind::Interface) found.push_back(&as<idl::Interface>(*each));
    }
    return found;
  }
  const idl::Interface* interface_called(const std::string& name) const {
    for (const auto* each : interfaces()) {
      if (is_called(*each, name)) return each;
    }
    return nullptr;
  }

  // Finds the operation in the named interface, or in the interface of the reference's type id. If there is neither,
  // searches all interfaces for a single match, and otherwise asks the object for its interface.
  Called called(const CORBA::object_reference<CORBA::Object>& object, const std::string& interface_name,
                const std::string& operation) const {
    if (!interface_name.empty()) {
      const auto* const given = interface_called(interface_name);
      if (given == nullptr) {
        std::set<std::string> names;
        for (const auto* each : interfaces()) names.insert(each->full_name());
        throw UsageError(file_ + " has no interface " + interface_name + "; it has " + listed(names));
      }
      return called_in(*given, operation);
    }
    const std::string id = type_id_of(object);
    if (const auto* const own = id.empty() ? nullptr : interface_called(id)) return called_in(*own, operation);
    std::set<std::string> where;
    Called only;
    for (const auto* each : interfaces()) {
      const Called found = find_in(*each, operation);
      if (found.declaration == nullptr) continue;
      only = found;
      where.insert(found.declaration->enclosing->full_name());
    }
    if (where.size() == 1) return only;
    if (where.empty()) {
      throw UsageError("no interface of " + file_ + " has the operation " + operation +
                       (operation.starts_with('_') ? "" : " (attributes are called _get_NAME and _set_NAME)"));
    }
    const std::string asked = id.empty() ? object->_repository_id() : id;
    if (const auto* const own = interface_called(asked)) return called_in(*own, operation);
    throw UsageError("several interfaces of " + file_ + " have the operation " + operation + " (" + listed(where) +
                     "), but the object has a different interface, " + asked + "; use --interface to choose one");
  }

  static Called called_in(const idl::Interface& interface, const std::string& operation) {
    const Called found = find_in(interface, operation);
    if (found.declaration != nullptr) return found;
    std::set<std::string> names;
    for (const auto* each : with_bases(interface)) {
      for (const auto* declaration : each->contents) {
        for (const std::string& name : names_of(*declaration)) names.insert(name);
      }
    }
    throw UsageError("the interface " + interface.full_name() + " has no operation " + operation + "; it has " +
                     listed(names));
  }

  Signature signature_of(const Called& called, const std::string& operation) {
    Signature signature{.operation = operation};
    const std::vector<const idl::Declaration*>* raises = nullptr;
    if (called.declaration->kind == DeclarationKind::Attribute) {
      const auto& attribute = as<idl::Attribute>(*called.declaration);
      const auto type = types_.of(*attribute.type);
      if (called.sets) {
        signature.parameters.push_back({attribute.identifier, type, CORBA::ARG_IN});
      } else {
        signature.result = type;
      }
      raises = called.sets ? &attribute.set_raises : &attribute.get_raises;
    } else {
      const auto& declared = as<idl::Operation>(*called.declaration);
      signature.is_oneway = declared.is_oneway;
      signature.result = types_.of(*declared.result);
      for (const auto* each : declared.parameters) {
        const auto flags = each->direction == idl::Direction::In    ? CORBA::ARG_IN
                           : each->direction == idl::Direction::Out ? CORBA::ARG_OUT
                                                                    : CORBA::ARG_INOUT;
        signature.parameters.push_back({each->identifier, types_.of(*each->type), flags});
      }
      raises = &declared.raises;
    }
    for (const auto* each : *raises) {
      if (each->kind == DeclarationKind::Exception) signature.exceptions.push_back(types_.of(*each));
    }
    return signature;
  }

  const std::string file_;
  std::unique_ptr<idl::Specification> specification_;
  std::vector<const idl::Declaration*> all_;
  IdlTypes types_;
};

}  // namespace

std::unique_ptr<SignatureSource> signatures_of_idl(const CORBA::object_reference<CORBA::ORB>& orb,
                                                   const IdlOptions& options) {
  return std::make_unique<IdlSignatures>(orb, options);
}

std::unique_ptr<Signature> signature_of_each_object(const std::string& operation) {
  if (operation == "_is_a") {
    return std::make_unique<Signature>(Signature{
        .operation = operation, .result = CORBA::_tc_boolean, .parameters = {{"logical_type_id", CORBA::_tc_string}}});
  }
  if (operation == "_non_existent") {
    return std::make_unique<Signature>(Signature{.operation = operation, .result = CORBA::_tc_boolean});
  }
  if (operation == "_repository_id") {
    return std::make_unique<Signature>(Signature{.operation = operation, .result = CORBA::_tc_string});
  }
  return {};
}

}  // namespace dimma::tools::call
