// Converts JSON to values.
#include "services/tools/values/place.hpp"
#include "services/tools/values/text.hpp"
#include "services/tools/values/values.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

namespace dimma::tools::values {

namespace {

using CORBA::TCKind;
using DynamicAny::DynAny;
using DynRef = CORBA::object_reference<DynAny>;
using boost::json::value;

template <class Interface>
CORBA::object_reference<Interface> as(const DynRef& dyn) {
  return IDL::traits<Interface>::narrow(dyn);
}

std::string shown(const value& json) {
  std::string text = json_text(json);
  constexpr std::size_t shown_max = 40;
  if (text.size() > shown_max) text = valid_utf8(text.substr(0, shown_max)) + "...";
  return text;
}

template <class Number>
Number whole(const value& json, const Place& place) {
  const auto refuse = [&] {
    place.refuse("expected a whole number from " + std::to_string(std::numeric_limits<Number>::min()) + " to " +
                 std::to_string(std::numeric_limits<Number>::max()) + ", not " + shown(json));
  };
  Number number = 0;
  if (const auto* text = json.if_string()) {  // for numbers beyond 2^53, which some programs cannot write as numbers
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (text->empty() || error != std::errc() || end != text->data() + text->size()) refuse();
    return number;
  }
  if (const auto* small = json.if_int64()) {
    if (!std::in_range<Number>(*small)) refuse();
    return static_cast<Number>(*small);
  }
  if (const auto* large = json.if_uint64()) {
    if (!std::in_range<Number>(*large)) refuse();
    return static_cast<Number>(*large);
  }
  if (const auto* real = json.if_double()) {  // such as 1e3
    constexpr double exact = 9007199254740992;
    if (std::trunc(*real) != *real || std::fabs(*real) > exact) refuse();
    const auto small = static_cast<std::int64_t>(*real);
    if (!std::in_range<Number>(small)) refuse();
    return static_cast<Number>(small);
  }
  refuse();
  return number;
}

template <class Number>
Number real(const value& json, const Place& place) {
  if (const auto* text = json.if_string()) {
    Number number = 0;
    if (*text == "NaN") return std::numeric_limits<Number>::quiet_NaN();
    if (*text == "Infinity") return std::numeric_limits<Number>::infinity();
    if (*text == "-Infinity") return -std::numeric_limits<Number>::infinity();
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (!text->empty() && error == std::errc() && end == text->data() + text->size()) return number;
  } else if (json.is_number()) {
    const double number = json.to_number<double>();
    if (std::fabs(number) > static_cast<long double>(std::numeric_limits<Number>::max())) {
      place.refuse("the number " + shown(json) + " is too large");
    }
    if (const auto* whole_number = json.if_int64()) return static_cast<Number>(*whole_number);
    return static_cast<Number>(number);
  }
  place.refuse("expected a number, or \"NaN\", \"Infinity\" or \"-Infinity\", not " + shown(json));
}

std::string_view text_of(const value& json, const Place& place, const char* expected = "a text in double quotes") {
  const auto* text = json.if_string();
  if (text == nullptr) place.refuse(std::string("expected ") + expected + ", not " + shown(json));
  return {text->data(), text->size()};
}

const boost::json::object& object_of(const value& json, const Place& place, const std::string& expected) {
  const auto* object = json.if_object();
  if (object == nullptr) place.refuse("expected " + expected + ", not " + shown(json));
  return *object;
}

const value& member_of(const boost::json::object& object, std::string_view name, const Place& place) {
  const value* const found = object.if_contains(name);
  if (found == nullptr) place.refuse("the member " + std::string(name) + " is missing");
  return *found;
}

// Throws ValueError if the object has a member that is not in `names`.
void check_members(const boost::json::object& object, const std::vector<std::string>& names, const Place& place) {
  for (const auto& [key, ignored] : object) {
    if (std::find(names.begin(), names.end(), std::string_view(key)) != names.end()) continue;
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
    place.refuse("there is no member " + std::string(key) + "; there are " + (known.empty() ? "none" : known));
  }
}

std::string words_of(const CORBA::Exception& exception) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << exception;
  return text.str();
}

class Filler {
 public:
  Filler(const Converter& converter, CORBA::ORB& orb, bool is_utf8)
      : converter_(converter), orb_(orb), is_utf8_(is_utf8) {}

  void fill(const DynRef& dyn, const value& json, const Place& place) const {
    const auto type = dyn->type();
    const CORBA::TypeCode& plain = type->_without_aliases();
    if (fill_number(dyn, plain.kind(), json, place) || fill_text(dyn, plain.kind(), json, place)) return;
    switch (plain.kind()) {
      case TCKind::tk_null:
      case TCKind::tk_void:
        if (!json.is_null()) place.refuse("expected null, not " + shown(json));
        return;
      case TCKind::tk_boolean:
        if (!json.is_bool()) place.refuse("expected true or false, not " + shown(json));
        return dyn->insert_boolean(json.get_bool());
      case TCKind::tk_enum:
        return fill_enum(dyn, plain, json, place);
      case TCKind::tk_struct:
      case TCKind::tk_except:
        return fill_members(dyn, object_of(json, place, "an object with the members of " + type_text(type)), place);
      case TCKind::tk_union:
        return fill_union(dyn, json, place);
      case TCKind::tk_sequence:
      case TCKind::tk_array:
        return fill_elements(dyn, plain, json, place);
      case TCKind::tk_any:
        return dyn->insert_any(any_of(json, place));
      case TCKind::tk_TypeCode:
        return dyn->insert_typecode(type_of(json, place));
      case TCKind::tk_objref:
        return dyn->insert_reference(reference_of(json, place));
      case TCKind::tk_abstract_interface:
        return dyn->insert_abstract(as_abstract<CORBA::AbstractBase>(reference_of(json, place)._shared()));
      case TCKind::tk_value:
      case TCKind::tk_event:
        return fill_value(dyn, json, place);
      case TCKind::tk_value_box:
        return fill_box(dyn, json, place);
      default:
        place.refuse("a value of the type " + type_text(type) + " cannot be given as JSON");
    }
  }

 private:
  static bool fill_number(const DynRef& dyn, TCKind kind, const value& json, const Place& place) {
    switch (kind) {
      case TCKind::tk_octet:
        dyn->insert_octet(whole<std::uint8_t>(json, place));
        return true;
      case TCKind::tk_short:
        dyn->insert_short(whole<std::int16_t>(json, place));
        return true;
      case TCKind::tk_ushort:
        dyn->insert_ushort(whole<std::uint16_t>(json, place));
        return true;
      case TCKind::tk_long:
        dyn->insert_long(whole<std::int32_t>(json, place));
        return true;
      case TCKind::tk_ulong:
        dyn->insert_ulong(whole<std::uint32_t>(json, place));
        return true;
      case TCKind::tk_longlong:
        dyn->insert_longlong(whole<std::int64_t>(json, place));
        return true;
      case TCKind::tk_ulonglong:
        dyn->insert_ulonglong(whole<std::uint64_t>(json, place));
        return true;
      case TCKind::tk_float:
        dyn->insert_float(real<float>(json, place));
        return true;
      case TCKind::tk_double:
        dyn->insert_double(real<double>(json, place));
        return true;
      case TCKind::tk_longdouble:
        dyn->insert_longdouble(real<long double>(json, place));
        return true;
      default:
        return false;
    }
  }

  bool fill_text(const DynRef& dyn, TCKind kind, const value& json, const Place& place) const {
    const auto bounded = [&](auto insert) {
      try {
        insert();
      } catch (const DynAny::InvalidValue&) {
        place.refuse("the text is longer than its type " + type_text(dyn->type()) + " allows");
      }
      return true;
    };
    switch (kind) {
      case TCKind::tk_string: {
        const std::string text = narrow(text_of(json, place), place);
        if (text.find('\0') != std::string::npos) place.refuse("an IDL string cannot contain the character U+0000");
        return bounded([&] { dyn->insert_string(text); });
      }
      case TCKind::tk_wstring:
        return bounded([&] { dyn->insert_wstring(wide_of(text_of(json, place))); });
      case TCKind::tk_char: {
        const std::string text = narrow(text_of(json, place, "a text of one character"), place);
        if (text.size() != 1) place.refuse("expected a text of one character, not " + shown(json));
        dyn->insert_char(text.front());
        return true;
      }
      case TCKind::tk_wchar: {
        const std::wstring text = wide_of(text_of(json, place, "a text of one character"));
        if (text.size() != 1) place.refuse("expected a text of one character, not " + shown(json));
        dyn->insert_wchar(text.front());
        return true;
      }
      case TCKind::tk_fixed:
        fill_fixed(dyn, json, place);
        return true;
      default:
        return false;
    }
  }

  std::string narrow(std::string_view text, const Place& place) const {
    if (is_utf8_) return std::string(text);
    auto latin1 = latin1_of(text);
    if (!latin1) {
      place.refuse("a character that is not in ISO 8859-1, the code set of strings set by --dimma-code-set; omit it");
    }
    return *std::move(latin1);
  }

  static void fill_fixed(const DynRef& dyn, const value& json, const Place& place) {
    const std::string text = json.is_string() ? std::string(json.get_string()) : json_text(json);
    const std::string type = type_text(dyn->type());
    try {
      if (as<DynamicAny::DynFixed>(dyn)->set_value(text)) return;
    } catch (const DynAny::TypeMismatch&) {
      place.refuse("expected a decimal number, such as \"-12.50\", not " + shown(json));
    } catch (const DynAny::InvalidValue&) {
    }
    place.refuse(shown(json) + " has more digits than " + type);
  }

  static void fill_enum(const DynRef& dyn, const CORBA::TypeCode& plain, const value& json, const Place& place) {
    std::string names;
    for (const auto& member : plain._description().members) {
      names += (names.empty() ? "" : ", ") + std::string(member.name);
    }
    const auto expected = "an enumerator of " + type_text(dyn->type()) + " (" + names + ")";
    const std::string text(text_of(json, place, expected.c_str()));
    try {
      as<DynamicAny::DynEnum>(dyn)->set_as_string(text);
    } catch (const DynAny::InvalidValue&) {
      place.refuse("expected " + expected + ", not " + shown(json));
    }
  }

  // Sets the members of a struct, an exception or a value.
  template <class Dyn = DynamicAny::DynStruct>
  void fill_members(const DynRef& dyn, const boost::json::object& object, const Place& place) const {
    const auto members = as<Dyn>(dyn);
    std::vector<std::string> names;
    const std::uint32_t count = dyn->component_count();
    for (std::uint32_t index = 0; index < count; ++index) {
      dyn->seek(static_cast<std::int32_t>(index));
      names.push_back(members->current_member_name());
    }
    check_members(object, names, place);
    for (std::uint32_t index = 0; index < count; ++index) {
      const value& member = member_of(object, names[index], place);
      dyn->seek(static_cast<std::int32_t>(index));
      fill(dyn->current_component(), member, Place(place, names[index]));
    }
  }

  void fill_union(const DynRef& dyn, const value& json, const Place& place) const {
    const auto& object = object_of(json, place, "an object as {\"discriminator\": ..., \"member\": ...}");
    check_members(object, {"discriminator", "member"}, place);
    const auto both = as<DynamicAny::DynUnion>(dyn);
    fill(both->get_discriminator(), member_of(object, "discriminator", place), Place(place, "discriminator"));
    if (both->has_no_active_member()) {
      const value* const member = object.if_contains("member");
      if (member != nullptr && !member->is_null()) {
        place.refuse("a union with this discriminator has no member");
      }
      return;
    }
    fill(both->member(), member_of(object, "member", place), Place(place, "member"));
  }

  void fill_elements(const DynRef& dyn, const CORBA::TypeCode& plain, const value& json, const Place& place) const {
    const bool is_sequence = plain.kind() == TCKind::tk_sequence;
    const auto& description = plain._description();
    const bool is_octets = description.content->_without_aliases().kind() == TCKind::tk_octet;
    const auto check = [&](std::size_t count) {
      const bool fits =
          is_sequence ? description.length == 0 || count <= description.length : count == description.length;
      if (fits) return;
      place.refuse("expected " + std::string(is_sequence ? "at most " : "") + std::to_string(description.length) +
                   " elements, not " + std::to_string(count));
    };
    if (is_octets && json.is_string()) {
      const auto octets = octets_of_base64(text_of(json, place));
      if (!octets) place.refuse("expected base64 with its padding, or an array of numbers, not " + shown(json));
      check(octets->size());
      return dyn->insert_octet_seq(*octets);
    }
    const auto* array = json.if_array();
    if (array == nullptr) place.refuse("expected an array, not " + shown(json));
    check(array->size());
    if (is_sequence) as<DynamicAny::DynSequence>(dyn)->set_length(static_cast<std::uint32_t>(array->size()));
    for (std::size_t index = 0; index < array->size(); ++index) {
      dyn->seek(static_cast<std::int32_t>(index));
      fill(dyn->current_component(), (*array)[index], Place(place, index));
    }
  }

  CORBA::Any any_of(const value& json, const Place& place) const {
    if (json.is_null()) return {};
    const auto& object = object_of(json, place, "an object as {\"type\": \"long\", \"value\": 5}, or null");
    check_members(object, {"type", "value"}, place);
    const auto type = type_of(member_of(object, "type", place), Place(place, "type"));
    const Place inner(place, "value");
    const auto dyn = made(type, inner);
    fill(dyn, member_of(object, "value", place), inner);
    return dyn->to_any();
  }

  CORBA::typecode_reference type_of(const value& json, const Place& place) const {
    const auto text = text_of(json, place, "the name of a type");
    try {
      return converter_.type_named(text);
    } catch (const std::runtime_error& wrong) {
      place.refuse(wrong.what());
    }
  }

  CORBA::object_reference<CORBA::Object> reference_of(const value& json, const Place& place) const {
    if (json.is_null()) return {};
    const std::string text(text_of(json, place, "a reference as a text, or null"));
    try {
      return orb_.string_to_object(text);
    } catch (const CORBA::SystemException& wrong) {
      place.refuse("not a reference: " + words_of(wrong));
    }
  }

  void fill_value(const DynRef& dyn, const value& json, const Place& place) const {
    const auto common = as<DynamicAny::DynValueCommon>(dyn);
    if (json.is_null()) return common->set_to_null();
    try {
      common->set_to_value();
      fill_members<DynamicAny::DynValue>(
          dyn, object_of(json, place, "an object with the members of " + type_text(dyn->type()) + ", or null"), place);
    } catch (const CORBA::NO_IMPLEMENT& custom) {
      place.refuse("a value of " + type_text(dyn->type()) + " cannot be given as JSON: " + words_of(custom));
    }
  }

  void fill_box(const DynRef& dyn, const value& json, const Place& place) const {
    const auto box = as<DynamicAny::DynValueBox>(dyn);
    if (json.is_null()) return box->set_to_null();
    const auto& object = object_of(json, place, "an object as {\"value\": ...}, or null");
    check_members(object, {"value"}, place);
    box->set_to_value();
    fill(box->get_boxed_value_as_dyn_any(), member_of(object, "value", place), Place(place, "value"));
  }

  DynRef made(const CORBA::typecode_reference& type, const Place& place) const {
    try {
      return converter_.default_of(type);
    } catch (const CORBA::Exception& raised) {
      place.refuse("no value of the type " + type_text(type) + " can be made: " + words_of(raised));
    }
  }

  const Converter& converter_;
  CORBA::ORB& orb_;
  const bool is_utf8_;
};

}  // namespace

Converter::Converter(CORBA::object_reference<CORBA::ORB> orb, TypeLookup lookup, bool is_utf8)
    : orb_(std::move(orb)),
      factory_(IDL::traits<DynamicAny::DynAnyFactory>::narrow(orb_->resolve_initial_references("DynAnyFactory"))),
      lookup_(std::move(lookup)),
      is_utf8_(is_utf8) {}

DynRef Converter::default_of(const CORBA::typecode_reference& type) const {
  return factory_->create_dyn_any_from_type_code(type);
}

CORBA::Any Converter::from_json(const boost::json::value& json, const CORBA::typecode_reference& type,
                                std::string_view place) const {
  const Place whole_value(place);
  try {
    const auto dyn = default_of(type);
    Filler(*this, *orb_, is_utf8_).fill(dyn, json, whole_value);
    return dyn->to_any();
  } catch (const CORBA::UserException& raised) {
    whole_value.refuse("not a value of " + type_text(type) + ": " + words_of(raised));
  } catch (const CORBA::IMP_LIMIT& large) {
    whole_value.refuse(words_of(large));
  }
}

}  // namespace dimma::tools::values
