// Reads the signatures of operations from an interface repository (CORBA 3.3 part 1, clause 14).
#include "ir.hpp"
#include "services/tools/call/signature.hpp"
#include "services/tools/common/command.hpp"
#include "services/tools/common/words.hpp"

#include <dimma/minor.hpp>

#include <utility>

namespace dimma::tools::call {

namespace {

using Interface = CORBA::object_reference<CORBA::InterfaceDef>;

template <class Exceptions>
std::vector<CORBA::typecode_reference> types_of(const Exceptions& exceptions) {
  std::vector<CORBA::typecode_reference> types;
  for (const auto& each : exceptions) types.push_back(each.type());
  return types;
}

class RepositorySignatures : public SignatureSource {
 public:
  explicit RepositorySignatures(Interface definition) : definition_(std::move(definition)) {}

  Signature find(const CORBA::object_reference<CORBA::Object>&, const std::string& interface_name,
                 const std::string& operation) override {
    Interface definition = definition_;
    if (!interface_name.empty()) {
      definition = IDL::traits<CORBA::InterfaceDef>::narrow(contained(interface_name));
      if (!definition) throw UsageError("the interface repository has no interface " + interface_name);
    }
    const auto description = definition->describe_interface();
    for (const auto& each : description.operations()) {
      if (each.name() == operation) return of(each);
    }
    for (const auto& each : description.attributes()) {
      const bool sets = operation == "_set_" + each.name() && each.mode() != CORBA::AttributeMode::ATTR_READONLY;
      if (sets || operation == "_get_" + each.name()) return of(definition, each, sets, operation);
    }
    std::string names;
    for (const auto& each : description.operations()) names += (names.empty() ? "" : ", ") + each.name();
    for (const auto& each : description.attributes()) names += (names.empty() ? "_get_" : ", _get_") + each.name();
    throw UsageError("the interface " + description.id() + " has no operation " + operation + "; it has " +
                     (names.empty() ? "none" : names));
  }

  CORBA::typecode_reference type(const std::string& name) override {
    const auto found = IDL::traits<CORBA::IDLType>::narrow(contained(name));
    if (found) return found->type();
    return {};
  }

 private:
  CORBA::object_reference<CORBA::Contained> contained(const std::string& name) const {
    const auto repository = definition_->containing_repository();
    if (!repository) return {};
    const bool is_id = name.find("::") == std::string::npos && name.find(':') != std::string::npos;
    return is_id || name.starts_with("IDL:") ? repository->lookup_id(name) : repository->lookup(name);
  }

  static Signature of(const CORBA::OperationDescription& description) {
    Signature signature{.operation = description.name()};
    signature.is_oneway = description.mode() == CORBA::OperationMode::OP_ONEWAY;
    signature.result = description.result();
    for (const auto& each : description.parameters()) {
      const auto flags = each.mode() == CORBA::ParameterMode::PARAM_IN    ? CORBA::ARG_IN
                         : each.mode() == CORBA::ParameterMode::PARAM_OUT ? CORBA::ARG_OUT
                                                                          : CORBA::ARG_INOUT;
      signature.parameters.push_back({each.name(), each.type(), flags});
    }
    signature.exceptions = types_of(description.exceptions());
    return signature;
  }

  static Signature of(const Interface& definition, const CORBA::AttributeDescription& description, bool sets,
                      const std::string& operation) {
    Signature signature{.operation = operation};
    if (sets) {
      signature.parameters.push_back({description.name(), description.type(), CORBA::ARG_IN});
    } else {
      signature.result = description.type();
    }
    signature.exceptions = exceptions_of(definition, description.name(), sets);
    return signature;
  }

  // Older repositories do not provide the exceptions of attributes.
  static std::vector<CORBA::typecode_reference> exceptions_of(const Interface& definition, const std::string& attribute,
                                                              bool sets) {
    const auto extended = IDL::traits<CORBA::InterfaceAttrExtension>::narrow(definition);
    if (!extended) return {};
    const auto description = extended->describe_ext_interface();
    for (const auto& each : description.attributes()) {
      if (each.name() == attribute) return types_of(sets ? each.put_exceptions() : each.get_exceptions());
    }
    return {};
  }

  const Interface definition_;
};

}  // namespace

std::unique_ptr<SignatureSource> signatures_of_repository(const CORBA::object_reference<CORBA::Object>& object) {
  Interface definition;
  try {
    definition = object->_get_interface();
  } catch (const CORBA::SystemException& raised) {
    // OMG minor code 2: there is a repository, but it does not contain the interface.
    const bool is_unknown = dynamic_cast<const CORBA::INTF_REPOS*>(&raised) != nullptr &&
                            raised.minor() == minor::intf_repos_unknown_interface;
    throw Failure(refused, std::string(is_unknown ? "the object's interface repository does not know its interface ("
                                                  : "the object names no interface repository (") +
                               words_of(raised) + "); use --idl FILE instead");
  }
  if (!definition) {
    throw Failure(refused, "the object names no interface repository; use --idl FILE instead");
  }
  return std::make_unique<RepositorySignatures>(std::move(definition));
}

}  // namespace dimma::tools::call
