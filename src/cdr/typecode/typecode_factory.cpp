#include <dimma/typecode_factory.hpp>

#include "cdr/typecode/typecode_graph.hpp"
#include "cdr/typecode/typecode_kinds.hpp"
#include "cdr/typecode/typecode_label.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace CORBA {

namespace {

using dimma::TypeCodeGraph;

[[noreturn]] void refuse_parameter(std::uint32_t minor, const std::string& what) {
  throw BAD_PARAM(minor, COMPLETED_NO, what);
}

// Returns true for the placeholder of a recursive type that is not bound to its type yet: it has an id but no kind.
bool is_placeholder(const TypeCode& type) { return type.kind() == TCKind::tk_null && !type._description().id.empty(); }

bool holds_placeholder(const TypeCode& type, std::set<const TypeCode*>& met) {
  if (!met.insert(&type).second) return false;
  if (is_placeholder(type)) return true;
  const auto& description = type._description();
  if (description.content != nullptr && holds_placeholder(*description.content, met)) return true;
  for (const auto& member : description.members) {
    if (member.type != nullptr && holds_placeholder(*member.type, met)) return true;
  }
  return false;
}

bool is_identifier(const std::string& name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

// Builds a TypeCode. Its parts are used unchanged, except that parts that refer back to this TypeCode are copied.
class Making {
 public:
  Making(TCKind kind, const std::string& id, const std::string& name) : made_(graph_->make(kind)), id_(id) {
    if (dimma::cdr::is_named(kind)) {
      check_id(id);
      if (!name.empty() && !is_identifier(name)) {
        refuse_parameter(dimma::minor::bad_param_typecode_name, "'" + name + "' is not a valid name in IDL");
      }
      description_.id = graph_->keep(id);
      description_.name = graph_->keep(name);
    }
  }

  TypeCode::Description& description() { return description_; }

  const TypeCode* part(const typecode_reference& type) {
    if (!type || !is_member_type(type->kind(), is_placeholder(*type))) {
      throw BAD_TYPECODE(dimma::minor::bad_typecode_member, COMPLETED_NO,
                         "the TypeCode of a member, element or alias is nil, tk_null, tk_void or tk_except");
    }
    std::set<const TypeCode*> met;
    return holds_placeholder(*type, met) ? copy(&*type) : graph_->keep(type);
  }

  TypeCode::Member& add(const std::string& name) {
    if (!is_identifier(name)) {
      refuse_parameter(dimma::minor::bad_param_member_name, "'" + name + "' is not a valid member name in IDL");
    }
    if (!names_.insert(name).second) {
      refuse_parameter(dimma::minor::bad_param_member_name, "two members named '" + name + "'");
    }
    return add_again(name);
  }
  TypeCode::Member& add_again(const std::string& name) {
    return members_.emplace_back(TypeCode::Member{.name = graph_->keep(name)});
  }
  bool has(const std::string& name) const { return names_.contains(name); }

  typecode_reference finish() {
    description_.members = graph_->keep(std::move(members_));
    made_._complete(description_);
    return graph_->reference(made_);
  }

 private:
  static void check_id(const std::string& id) {
    const auto colon = id.find(':');
    if (colon == std::string::npos || colon == 0) {
      refuse_parameter(dimma::minor::bad_param_repository_id, "'" + id + "' is not a repository id");
    }
  }

  static bool is_member_type(TCKind kind, bool placeholder) {
    return placeholder || (kind != TCKind::tk_null && kind != TCKind::tk_void && kind != TCKind::tk_except);
  }

  const TypeCode* copy(const TypeCode* type) {
    if (type == nullptr) return nullptr;
    if (is_placeholder(*type) && type->_description().id == id_) return &made_;
    if (const auto known = copies_.find(type); known != copies_.end()) return known->second;
    TypeCode& made = graph_->make(type->kind());
    copies_.emplace(type, &made);
    TypeCode::Description description = type->_description();
    description.id = graph_->keep(description.id);
    description.name = graph_->keep(description.name);
    description.content = copy(description.content);
    std::vector<TypeCode::Member> members(description.members.begin(), description.members.end());
    for (auto& member : members) {
      member.name = graph_->keep(member.name);
      member.type = copy(member.type);
    }
    description.members = graph_->keep(std::move(members));
    made._complete(description);
    return &made;
  }

  const std::shared_ptr<TypeCodeGraph> graph_ = std::make_shared<TypeCodeGraph>();
  TypeCode& made_;
  const std::string id_;
  TypeCode::Description description_;
  std::vector<TypeCode::Member> members_;
  std::set<std::string> names_;
  std::map<const TypeCode*, const TypeCode*> copies_;
};

typecode_reference with_members(TCKind kind, const std::string& id, const std::string& name,
                                const StructMemberSeq& members) {
  Making making(kind, id, name);
  for (const auto& member : members) {
    const TypeCode* const type = making.part(member.type());
    making.add(member.name()).type = type;
  }
  return making.finish();
}

typecode_reference named(TCKind kind, const std::string& id, const std::string& name) {
  return Making(kind, id, name).finish();
}

typecode_reference of_content(TCKind kind, const std::string& id, const std::string& name,
                              const typecode_reference& content, std::uint32_t length = 0) {
  Making making(kind, id, name);
  making.description().content = making.part(content);
  making.description().length = length;
  return making.finish();
}

// Returns the numeric value of a label. Throws if the label's type is not the discriminator's type.
std::int64_t label_number(const TypeCode& discriminator, const Any& label) {
  if (!label._type().equivalent(discriminator._reference())) {
    refuse_parameter(dimma::minor::bad_param_label_type, "the label is not a value of the discriminator's type");
  }
  std::int64_t number = 0;
  dimma::cdr::read_any_value(label,
                             [&](dimma::cdr::Decoder& in) { number = dimma::cdr::read_label(in, discriminator); });
  return number;
}

// Returns true for the label of the default member, an octet. If the discriminator is an octet too, the label must be
// 0.
bool is_default(const TypeCode& discriminator, const Any& label) {
  if (label._type().kind() != TCKind::tk_octet) return false;
  return discriminator._without_aliases().kind() != TCKind::tk_octet || label_number(discriminator, label) == 0;
}

typecode_reference value_like(TCKind kind, const std::string& id, const std::string& name, ValueModifier modifier,
                              const typecode_reference& concrete_base, const ValueMemberSeq& members) {
  Making making(kind, id, name);
  making.description().number = modifier;
  if (concrete_base && concrete_base->kind() != TCKind::tk_null) {
    making.description().content = making.part(concrete_base);
  }
  for (const auto& member : members) {
    const TypeCode* const type = making.part(member.type());
    auto& made = making.add(member.name());
    made.type = type;
    made.visibility = member.access();
  }
  return making.finish();
}

}  // namespace

typecode_reference TypeCodeFactory::create_struct_tc(const std::string& id, const std::string& name,
                                                     const StructMemberSeq& members) {
  return with_members(TCKind::tk_struct, id, name, members);
}

typecode_reference TypeCodeFactory::create_exception_tc(const std::string& id, const std::string& name,
                                                        const StructMemberSeq& members) {
  return with_members(TCKind::tk_except, id, name, members);
}

typecode_reference TypeCodeFactory::create_union_tc(const std::string& id, const std::string& name,
                                                    const typecode_reference& discriminator,
                                                    const UnionMemberSeq& members) {
  Making making(TCKind::tk_union, id, name);
  if (!discriminator || !dimma::cdr::is_discriminator(discriminator->_without_aliases().kind())) {
    refuse_parameter(dimma::minor::bad_param_discriminator, "a type that cannot be a discriminator");
  }
  making.description().content = making.part(discriminator);
  making.description().number = -1;
  std::set<std::int64_t> labels;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const TypeCode* const type = making.part(members[i].type());
    const bool is_same_member = i > 0 && members[i].name() == members[i - 1].name();
    auto& made = is_same_member ? making.add_again(members[i].name()) : making.add(members[i].name());
    made.type = type;
    if (is_default(*discriminator, members[i].label()) && making.description().number == -1) {
      making.description().number = static_cast<std::int32_t>(i);
      continue;
    }
    made.label = label_number(*discriminator, members[i].label());
    if (!labels.insert(made.label).second)
      refuse_parameter(dimma::minor::bad_param_label, "two members have the same label");
  }
  return making.finish();
}

typecode_reference TypeCodeFactory::create_enum_tc(const std::string& id, const std::string& name,
                                                   const EnumMemberSeq& members) {
  Making making(TCKind::tk_enum, id, name);
  for (const auto& member : members) making.add(member);
  return making.finish();
}

typecode_reference TypeCodeFactory::create_alias_tc(const std::string& id, const std::string& name,
                                                    const typecode_reference& original) {
  return of_content(TCKind::tk_alias, id, name, original);
}

typecode_reference TypeCodeFactory::create_interface_tc(const std::string& id, const std::string& name) {
  return named(TCKind::tk_objref, id, name);
}

typecode_reference TypeCodeFactory::create_abstract_interface_tc(const std::string& id, const std::string& name) {
  return named(TCKind::tk_abstract_interface, id, name);
}

typecode_reference TypeCodeFactory::create_local_interface_tc(const std::string& id, const std::string& name) {
  return named(TCKind::tk_local_interface, id, name);
}

typecode_reference TypeCodeFactory::create_native_tc(const std::string& id, const std::string& name) {
  return named(TCKind::tk_native, id, name);
}

typecode_reference TypeCodeFactory::create_value_tc(const std::string& id, const std::string& name,
                                                    ValueModifier modifier, const typecode_reference& concrete_base,
                                                    const ValueMemberSeq& members) {
  return value_like(TCKind::tk_value, id, name, modifier, concrete_base, members);
}

typecode_reference TypeCodeFactory::create_event_tc(const std::string& id, const std::string& name,
                                                    ValueModifier modifier, const typecode_reference& concrete_base,
                                                    const ValueMemberSeq& members) {
  return value_like(TCKind::tk_event, id, name, modifier, concrete_base, members);
}

typecode_reference TypeCodeFactory::create_component_tc(const std::string& id, const std::string& name) {
  return named(TCKind::tk_component, id, name);
}

typecode_reference TypeCodeFactory::create_home_tc(const std::string& id, const std::string& name) {
  return named(TCKind::tk_home, id, name);
}

typecode_reference TypeCodeFactory::create_value_box_tc(const std::string& id, const std::string& name,
                                                        const typecode_reference& boxed) {
  return of_content(TCKind::tk_value_box, id, name, boxed);
}

typecode_reference TypeCodeFactory::create_string_tc(std::uint32_t bound) {
  Making making(TCKind::tk_string, {}, {});
  making.description().length = bound;
  return making.finish();
}

typecode_reference TypeCodeFactory::create_wstring_tc(std::uint32_t bound) {
  Making making(TCKind::tk_wstring, {}, {});
  making.description().length = bound;
  return making.finish();
}

typecode_reference TypeCodeFactory::create_fixed_tc(std::uint16_t digits, std::int16_t scale) {
  constexpr std::uint16_t digits_max = 31;
  if (digits == 0 || digits > digits_max || scale < 0 || scale > static_cast<std::int16_t>(digits)) {
    refuse_parameter(dimma::minor::bad_param_argument,
                     "a fixed of " + std::to_string(digits) + " digits, " + std::to_string(scale) + " after the point");
  }
  Making making(TCKind::tk_fixed, {}, {});
  making.description().length = digits;
  making.description().number = scale;
  return making.finish();
}

typecode_reference TypeCodeFactory::create_sequence_tc(std::uint32_t bound, const typecode_reference& element) {
  return of_content(TCKind::tk_sequence, {}, {}, element, bound);
}

typecode_reference TypeCodeFactory::create_array_tc(std::uint32_t length, const typecode_reference& element) {
  return of_content(TCKind::tk_array, {}, {}, element, length);
}

typecode_reference TypeCodeFactory::create_recursive_tc(const std::string& id) {
  const auto graph = std::make_shared<TypeCodeGraph>();
  TypeCode& placeholder = graph->make(TCKind::tk_null);
  placeholder._complete({.id = graph->keep(id)});
  return graph->reference(placeholder);
}

}  // namespace CORBA
