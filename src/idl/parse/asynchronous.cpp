#include "idl/parse/asynchronous.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>

namespace dimma::idl {
namespace {

std::string folded_unless_case_counts(const std::string& word, LetterCase letter_case) {
  std::string lower = word;
  if (letter_case == LetterCase::Counts) return lower;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

class Names {
 public:
  explicit Names(LetterCase letter_case) : letter_case_(letter_case) {}
  void add(const std::string& name) { taken_.insert(folded_unless_case_counts(name, letter_case_)); }
  // Returns a name that is not yet taken: `start` and `end`, with `between` in the middle as often as needed. Adds the
  // name.
  std::string make(const std::string& start, const std::string& between, const std::string& end) {
    std::string name = start + end;
    for (std::string more = between; !taken_.insert(folded_unless_case_counts(name, letter_case_)).second;
         more += between) {
      name = start + more + end;
    }
    return name;
  }

 private:
  LetterCase letter_case_;
  std::set<std::string> taken_;
};

std::vector<std::string> scope_of(const Declaration& declaration) {
  auto scope = declaration.scoped_name;
  scope.pop_back();
  return scope;
}

// Returns the id "IDL:prefix/M/A:1.0" for a name in the scope of the declaration. If the declaration has an explicit
// id, the prefix is not used.
std::string id_beside(const Declaration& declaration, const std::string& name) {
  const std::string end = "/" + declaration.identifier + ":1.0";
  const std::string& id = declaration.repository_id;
  if (id.starts_with("IDL:") && id.ends_with(end)) return id.substr(0, id.size() - end.size()) + "/" + name + ":1.0";
  std::string path;
  for (const std::string& part : scope_of(declaration)) path += part + "/";
  return "IDL:" + path + name + ":1.0";
}

class Implied {
 public:
  Implied(Specification& specification, Diagnostics& diagnostics, LetterCase letter_case)
      : specification_(specification), diagnostics_(diagnostics), letter_case_(letter_case) {
    collect(specification.contents);
  }

  void choose_named() {
    std::map<const Interface*, SourceRange> chosen;
    std::vector<const Interface*> in_order;
    for (const AsynchronousPragma& pragma : specification_.asynchronous_pragmas) {
      Interface* const interface = named(pragma);
      if (interface == nullptr) continue;
      const auto [first, is_new] = chosen.emplace(interface, pragma.range);
      if (is_new) {
        chosen_.insert(interface);
        in_order.push_back(interface);
        continue;
      }
      diagnostics_.warning(pragma.range, "'" + interface->full_name() + "' is already named by a pragma");
      diagnostics_.note(first->second, "here");
    }
    for (const Interface* each : in_order) choose_bases(*each, chosen.at(each));
  }

  void choose_all() {
    for (const auto& [name, interface] : interfaces_) {
      if (refusal(*interface).empty() && !is_of_orb(*interface)) chosen_.insert(interface);
    }
  }

  void make() {
    if (chosen_.empty()) return;
    make_roots();
    make_in(specification_.contents);
  }

 private:
  static bool is_of_orb(const Interface& interface) { return interface.scoped_name.front() == "CORBA"; }

  void collect(const std::vector<Declaration*>& declarations) {
    for (Declaration* declaration : declarations) {
      if (!declaration->scoped_name.empty()) names_in(scope_of(*declaration)).add(declaration->identifier);
      if (declaration->kind == DeclarationKind::Module) {
        collect(as<Module>(*declaration).contents);
      } else if (declaration->kind == DeclarationKind::Enum) {
        for (const Enumerator* each : as<Enum>(*declaration).enumerators) {
          names_in(scope_of(*declaration)).add(each->identifier);
        }
      } else if (declaration->kind == DeclarationKind::Interface) {
        interfaces_[declaration->full_name()] = static_cast<Interface*>(declaration);
      } else if (declaration->kind == DeclarationKind::ForwardDeclaration) {
        Declaration* const target = as<ForwardDeclaration>(*declaration).target;
        if (target->kind == DeclarationKind::Interface)
          interfaces_.emplace(target->full_name(), static_cast<Interface*>(target));
      }
    }
  }

  Names& names_in(const std::vector<std::string>& scope) {
    return scopes_.try_emplace(scope, letter_case_).first->second;
  }

  Interface* named(const AsynchronousPragma& pragma) {
    std::string name = pragma.name.starts_with("::") ? pragma.name.substr(2) : pragma.name;
    if (name.empty()) {
      diagnostics_.error(pragma.range, "expected #pragma ami \"name of an interface\"");
      return nullptr;
    }
    const auto found = interfaces_.find(name);
    if (found == interfaces_.end()) {
      diagnostics_.error(pragma.range, "there is no interface '" + name + "', which #pragma ami names");
      return nullptr;
    }
    const std::string why = refusal(*found->second);
    if (why.empty()) return found->second;
    diagnostics_.error(pragma.range, "'" + name + "' cannot be called asynchronously: " + why);
    diagnostics_.note(found->second->range, "declared here");
    return nullptr;
  }

  static std::string refusal(const Interface& interface) {
    if (!interface.is_defined) return "it is declared forward only";
    if (interface.interface_kind == InterfaceKind::Local) return "it is local";
    if (interface.interface_kind == InterfaceKind::Abstract) return "it is abstract";
    if (interface.is_marked("flow")) return "a flow has no replies";
    return {};
  }

  // A handler derives from the handlers of the interface's bases. For bases in other files, those files generate them.
  void choose_bases(const Interface& interface, SourceRange range) {
    for (const Interface* base : all_bases(interface)) {
      if (base->interface_kind != InterfaceKind::Regular || chosen_.contains(base)) continue;
      if (base->file == interface.file) {
        chosen_.insert(base);
        continue;
      }
      diagnostics_.error(range, "'" + interface.full_name() + "' derives from '" + base->full_name() +
                                    "', which no pragma of its own file names");
      diagnostics_.note(base->range, "declared here");
    }
  }

  template <class Node>
  Node* make_node(std::vector<std::string> scope, const std::string& name, const Declaration* enclosing) {
    auto* node = specification_.make<Node>();
    scope.push_back(name);
    node->identifier = name;
    node->scoped_name = std::move(scope);
    node->enclosing = enclosing;
    return node;
  }

  // Creates nodes for the declarations of <dimma/reply_handler.hpp>.
  void make_roots() {
    auto* const module = make_node<Module>({}, "Messaging", nullptr);
    module->first_opening = module;
    auto* const handler = make_node<Interface>({"Messaging"}, "ReplyHandler", module);
    handler->is_defined = true;
    handler->repository_id = "IDL:omg.org/Messaging/ReplyHandler:1.0";
    root_ = handler;
    auto* const holder = make_node<ValueType>({"Messaging"}, "ExceptionHolder", module);
    holder->is_defined = true;
    holder->repository_id = "IDL:omg.org/Messaging/ExceptionHolder:1.0";
    auto* const type = specification_.make<NamedType>();
    type->declaration = holder;
    type->written = "Messaging::ExceptionHolder";
    holder_ = type;
    void_ = specification_.make<BasicType>(BasicKind::Void);
  }

  void make_in(std::vector<Declaration*>& contents) {
    std::vector<Declaration*> with_handlers;
    for (Declaration* declaration : contents) {
      with_handlers.push_back(declaration);
      if (declaration->kind == DeclarationKind::Module) make_in(static_cast<Module*>(declaration)->contents);
      if (declaration->kind != DeclarationKind::Interface) continue;
      auto& interface = static_cast<Interface&>(*declaration);
      if (chosen_.contains(&interface)) with_handlers.push_back(make_handler(interface));
    }
    contents = std::move(with_handlers);
  }

  Interface* make_handler(Interface& interface) {
    const auto scope = scope_of(interface);
    const std::string name = names_in(scope).make("AMI_", "AMI_", interface.identifier + "Handler");
    auto* const handler = make_node<Interface>(scope, name, interface.enclosing);
    handler->range = interface.range;
    handler->file = interface.file;
    handler->from_main_file = interface.from_main_file;
    handler->repository_id = id_beside(interface, name);
    handler->is_defined = true;
    for (const Interface* base : interface.bases) {
      if (base->reply_handler != nullptr) handler->bases.push_back(base->reply_handler);
    }
    if (handler->bases.empty()) handler->bases.push_back(root_);
    interface.reply_handler = handler;
    make_calls(interface, *handler);
    return handler;
  }

  // Returns the interface itself, and its abstract bases unless another base with a reply handler has them.
  static std::vector<const Interface*> declaring(const Interface& interface) {
    std::vector<const Interface*> all;
    for (const Interface* base : all_bases(interface)) {
      if (base->interface_kind != InterfaceKind::Abstract) continue;
      const bool is_anothers =
          std::any_of(interface.bases.begin(), interface.bases.end(), [base](const Interface* each) {
            const auto above = all_bases(*each);
            return each->reply_handler != nullptr && std::find(above.begin(), above.end(), base) != above.end();
          });
      if (!is_anothers) all.push_back(base);
    }
    all.push_back(&interface);
    return all;
  }

  static bool is_call(const Declaration& declaration) {
    return declaration.kind == DeclarationKind::Operation || declaration.kind == DeclarationKind::Attribute;
  }

  void make_calls(Interface& interface, Interface& handler) {
    Names own(letter_case_);  // the names of the interface, including those of its bases
    Names answers(letter_case_);
    for (const Interface* base : all_bases(interface)) {
      for (const Declaration* each : base->contents) own.add(each->identifier);
      for (const AsynchronousCall& each : base->asynchronous) own.add(each.name);
    }
    for (const Declaration* each : interface.contents) own.add(each->identifier);
    for (const Interface* base : all_bases(handler)) {
      for (const Declaration* each : base->contents) answers.add(each->identifier);
    }
    for (const Interface* each : declaring(interface)) {
      for (const Declaration* declaration : each->contents) {
        if (!is_call(*declaration)) continue;
        interface.asynchronous.push_back({declaration, false, {}});
        if (declaration->kind == DeclarationKind::Attribute && !as<Attribute>(*declaration).is_readonly) {
          interface.asynchronous.push_back({declaration, true, {}});
        }
      }
    }
    // Names in the IDL take precedence over implied names.
    name_answers(interface.asynchronous, DeclarationKind::Operation, own, answers, handler);
    name_answers(interface.asynchronous, DeclarationKind::Attribute, own, answers, handler);
    for (AsynchronousCall& call : interface.asynchronous) {
      auto* const failure = make_operation(handler, answers.make(call.answer->identifier, "_ami", "_excep"), *call.of);
      failure->tells_exception = true;
      failure->may_be_left_out = call.answer->may_be_left_out;
      failure->told = exceptions_of(call);
      add_parameter(*failure, "excep_holder", holder_, *call.of);
      call.failure = failure;
    }
    list(interface.asynchronous, handler);
  }

  void name_answers(std::vector<AsynchronousCall>& calls, DeclarationKind kind, Names& own, Names& answers,
                    Interface& handler) {
    for (AsynchronousCall& call : calls) {
      if (call.of->kind != kind) continue;
      const std::string what = (kind == DeclarationKind::Operation ? ""
                                : call.sets                        ? "set_"
                                                                   : "get_") +
                               call.of->identifier;
      call.name = own.make("sendc_", "ami_", what);
      auto* const answer = make_operation(handler, answers.make("", "ami_", what), *call.of);
      add_results(*answer, call);
      call.answer = answer;
    }
  }

  static std::vector<const Declaration*> exceptions_of(const AsynchronousCall& call) {
    if (call.of->kind == DeclarationKind::Operation) return as<Operation>(*call.of).raises;
    const auto& attribute = as<Attribute>(*call.of);
    return call.sets ? attribute.set_raises : attribute.get_raises;
  }

  void add_results(Operation& answer, const AsynchronousCall& call) {
    constexpr const char* result = "ami_return_val";
    if (call.of->kind == DeclarationKind::Attribute) {
      if (!call.sets) add_parameter(answer, result, as<Attribute>(*call.of).type, *call.of);
      return;
    }
    const auto& operation = as<Operation>(*call.of);
    answer.may_be_left_out = operation.is_oneway;
    const bool is_void =
        operation.result->kind == TypeKind::Basic && as<BasicType>(*operation.result).basic == BasicKind::Void;
    if (!is_void) add_parameter(answer, result, operation.result, operation);
    for (const Parameter* parameter : operation.parameters) {
      if (parameter->direction != Direction::In)
        add_parameter(answer, parameter->identifier, parameter->type, *parameter);
    }
  }

  Operation* make_operation(Interface& handler, const std::string& name, const Declaration& at) {
    auto* const operation = make_node<Operation>(handler.scoped_name, name, &handler);
    operation->range = at.range;
    operation->file = handler.file;
    operation->from_main_file = handler.from_main_file;
    operation->repository_id = handler.repository_id.substr(0, handler.repository_id.rfind(':')) + "/" + name + ":1.0";
    operation->result = void_;
    return operation;
  }

  void add_parameter(Operation& operation, const std::string& name, const Type* type, const Declaration& at) {
    auto* const parameter = make_node<Parameter>(operation.scoped_name, name, &operation);
    parameter->range = at.range;
    parameter->file = operation.file;
    parameter->from_main_file = operation.from_main_file;
    parameter->type = type;
    operation.parameters.push_back(parameter);
  }

  // Appends the operations in the order of the calls, each answer before its failure. This class has made the nodes,
  // which permits the const_cast.
  static void list(const std::vector<AsynchronousCall>& calls, Interface& handler) {
    for (const AsynchronousCall& call : calls) {
      handler.contents.push_back(const_cast<Operation*>(call.answer));
      handler.contents.push_back(const_cast<Operation*>(call.failure));
    }
  }

  Specification& specification_;
  Diagnostics& diagnostics_;
  const LetterCase letter_case_;
  std::map<std::string, Interface*> interfaces_;
  std::map<std::vector<std::string>, Names> scopes_;
  std::set<const Interface*> chosen_;
  const Interface* root_ = nullptr;
  const Type* holder_ = nullptr;
  const Type* void_ = nullptr;
};

}  // namespace

void imply_reply_handlers(Specification& specification, Asynchronous which, Diagnostics& diagnostics,
                          LetterCase letter_case) {
  if (which == Asynchronous::None) return;
  const std::size_t errors_before = diagnostics.error_count();
  Implied implied(specification, diagnostics, letter_case);
  implied.choose_named();
  if (which == Asynchronous::All) implied.choose_all();
  if (diagnostics.error_count() == errors_before) implied.make();
}

}  // namespace dimma::idl
