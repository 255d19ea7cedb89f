#include <dimma/typecode.hpp>

#include "cdr/typecode/typecode_compare.hpp"
#include "cdr/typecode/typecode_graph.hpp"
#include "cdr/typecode/typecode_kinds.hpp"

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

void require(bool kind_has_it) {
  if (!kind_has_it) throw TypeCode::BadKind();
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
                  "only constants, as _tc_long, are copied: keep the reference to a TypeCode");
}

typecode_reference TypeCode::_reference() const {
  if (constant_ != nullptr) return constant_->_reference();
  if (owner_ != nullptr) return owner_->reference(*this);
  // Lives as long as the program: nothing is counted.
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
  require(is_named(kind_));
  return std::string(description_.id);
}

std::string TypeCode::name() const {
  require(is_named(kind_));
  return std::string(description_.name);
}

std::uint32_t TypeCode::member_count() const {
  require(has_members(kind_));
  return static_cast<std::uint32_t>(description_.members.size());
}

const TypeCode::Member& TypeCode::member(std::uint32_t index) const {
  if (index >= description_.members.size()) throw Bounds();
  return description_.members[index];
}

std::string TypeCode::member_name(std::uint32_t index) const {
  require(has_members(kind_));
  return std::string(member(index).name);
}

typecode_reference TypeCode::member_type(std::uint32_t index) const {
  require(has_typed_members(kind_));
  return reference_to(member(index).type);
}

Any TypeCode::member_label(std::uint32_t index) const {
  require(kind_ == TCKind::tk_union);
  const Member& labelled = member(index);
  if (static_cast<std::int64_t>(index) != description_.number) return label_of(*description_.content, labelled.label);
  Any none;
  none <<= std::uint8_t{0};
  return none;
}

typecode_reference TypeCode::discriminator_type() const {
  require(kind_ == TCKind::tk_union);
  return reference_to(description_.content);
}

std::int32_t TypeCode::default_index() const {
  require(kind_ == TCKind::tk_union);
  return description_.number;
}

std::uint32_t TypeCode::length() const {
  require(has_length(kind_));
  return description_.length;
}

typecode_reference TypeCode::content_type() const {
  require(has_content(kind_));
  return reference_to(description_.content);
}

std::uint16_t TypeCode::fixed_digits() const {
  require(kind_ == TCKind::tk_fixed);
  return static_cast<std::uint16_t>(description_.length);
}

std::int16_t TypeCode::fixed_scale() const {
  require(kind_ == TCKind::tk_fixed);
  return static_cast<std::int16_t>(description_.number);
}

Visibility TypeCode::member_visibility(std::uint32_t index) const {
  require(is_value(kind_));
  return member(index).visibility;
}

ValueModifier TypeCode::type_modifier() const {
  require(is_value(kind_));
  return static_cast<ValueModifier>(description_.number);
}

typecode_reference TypeCode::concrete_base_type() const {
  require(is_value(kind_));
  return reference_to(description_.content);
}

}  // namespace CORBA
