#include <dimma/typecode.hpp>

#include "cdr/typecode/typecode_compare.hpp"
#include "cdr/typecode/typecode_graph.hpp"
#include "cdr/typecode/typecode_kinds.hpp"
#include "cdr/typecode/typecode_words.hpp"

#include <dimma/any.hpp>
#include <dimma/minor.hpp>

namespace CORBA {

using dimma::cdr::has_content;
using dimma::cdr::has_length;
using dimma::cdr::has_members;
using dimma::cdr::has_typed_members;
using dimma::cdr::is_named;
using dimma::cdr::is_value;

namespace {

[[gnu::cold]] [[noreturn]] void refuse(const TypeCode& type, const char* asked_for) {
  throw TypeCode::BadKind(std::string(asked_for) + "() is not defined for the TypeCode of " + dimma::cdr::words(type));
}

Any label_of(const TypeCode& discriminator, std::int64_t label) {
  Any any;
  switch (discriminator._without_aliases().kind()) {
    case TCKind::tk_boolean:
      any <<= label != 0;
      break;
    case TCKind::tk_char:
      any <<= static_cast<char>(label);
      break;
    case TCKind::tk_octet:
      any <<= static_cast<std::uint8_t>(label);
      break;
    case TCKind::tk_wchar:
      any <<= static_cast<wchar_t>(label);
      break;
    case TCKind::tk_short:
      any <<= static_cast<std::int16_t>(label);
      break;
    case TCKind::tk_ushort:
      any <<= static_cast<std::uint16_t>(label);
      break;
    case TCKind::tk_long:
      any <<= static_cast<std::int32_t>(label);
      break;
    case TCKind::tk_ulong:
      any <<= static_cast<std::uint32_t>(label);
      break;
    case TCKind::tk_longlong:
      any <<= label;
      break;
    case TCKind::tk_ulonglong:
      any <<= static_cast<std::uint64_t>(label);
      break;
    default:
      return Any::_enumerator(discriminator._reference(), static_cast<std::uint32_t>(label));
  }
  any.type(discriminator._reference());
  return any;
}

}  // namespace

void TypeCode::refuse_copy() {
  throw BAD_PARAM(dimma::minor::bad_param_argument, COMPLETED_NO,
                  "only constants such as _tc_long can be copied; keep a reference to any other TypeCode");
}

typecode_reference TypeCode::_reference() const {
  if (constant_ != nullptr) return constant_->_reference();
  if (owner_ != nullptr) return owner_->reference(*this);
  // The TypeCode lives as long as the program, so no reference count is needed.
  return typecode_reference(std::shared_ptr<const TypeCode>(std::shared_ptr<void>(), this));
}

typecode_reference TypeCode::reference_to(const TypeCode* node) const {
  return node == nullptr ? typecode_reference() : node->_reference();
}

const TypeCode& TypeCode::_without_aliases() const {
  const TypeCode* at = this;
  while (at->kind_ == TCKind::tk_alias) at = at->description_.content;
  return *at;
}

bool TypeCode::equal(const typecode_reference& other) const { return other && dimma::cdr::equal(*this, *other); }

bool TypeCode::equivalent(const typecode_reference& other) const {
  return other && dimma::cdr::equivalent(*this, *other);
}

typecode_reference TypeCode::get_compact_typecode() const { return dimma::cdr::compact(*this); }

std::string TypeCode::id() const {
  if (!is_named(kind_)) refuse(*this, "id");
  return std::string(description_.id);
}

std::string TypeCode::name() const {
  if (!is_named(kind_)) refuse(*this, "name");
  return std::string(description_.name);
}

std::uint32_t TypeCode::member_count() const {
  if (!has_members(kind_)) refuse(*this, "member_count");
  return static_cast<std::uint32_t>(description_.members.size());
}

const TypeCode::Member& TypeCode::member(std::uint32_t index) const {
  if (index >= description_.members.size()) {
    throw Bounds("no member " + std::to_string(index) + " in " + dimma::cdr::words(*this) +
                 "; number of members: " + std::to_string(description_.members.size()));
  }
  return description_.members[index];
}

std::string TypeCode::member_name(std::uint32_t index) const {
  if (!has_members(kind_)) refuse(*this, "member_name");
  return std::string(member(index).name);
}

typecode_reference TypeCode::member_type(std::uint32_t index) const {
  if (!has_typed_members(kind_)) refuse(*this, "member_type");
  return reference_to(member(index).type);
}

Any TypeCode::member_label(std::uint32_t index) const {
  if (kind_ != TCKind::tk_union) refuse(*this, "member_label");
  const Member& labelled = member(index);
  if (static_cast<std::int64_t>(index) != description_.number) return label_of(*description_.content, labelled.label);
  Any none;
  none <<= std::uint8_t{0};
  return none;
}

typecode_reference TypeCode::discriminator_type() const {
  if (kind_ != TCKind::tk_union) refuse(*this, "discriminator_type");
  return reference_to(description_.content);
}

std::int32_t TypeCode::default_index() const {
  if (kind_ != TCKind::tk_union) refuse(*this, "default_index");
  return description_.number;
}

std::uint32_t TypeCode::length() const {
  if (!has_length(kind_)) refuse(*this, "length");
  return description_.length;
}

typecode_reference TypeCode::content_type() const {
  if (!has_content(kind_)) refuse(*this, "content_type");
  return reference_to(description_.content);
}

std::uint16_t TypeCode::fixed_digits() const {
  if (kind_ != TCKind::tk_fixed) refuse(*this, "fixed_digits");
  return static_cast<std::uint16_t>(description_.length);
}

std::int16_t TypeCode::fixed_scale() const {
  if (kind_ != TCKind::tk_fixed) refuse(*this, "fixed_scale");
  return static_cast<std::int16_t>(description_.number);
}

Visibility TypeCode::member_visibility(std::uint32_t index) const {
  if (!is_value(kind_)) refuse(*this, "member_visibility");
  return member(index).visibility;
}

ValueModifier TypeCode::type_modifier() const {
  if (!is_value(kind_)) refuse(*this, "type_modifier");
  return static_cast<ValueModifier>(description_.number);
}

typecode_reference TypeCode::concrete_base_type() const {
  if (!is_value(kind_)) refuse(*this, "concrete_base_type");
  return reference_to(description_.content);
}

}  // namespace CORBA
