// Converts values to JSON.
#include "services/tools/values/place.hpp"
#include "services/tools/values/text.hpp"
#include "services/tools/values/values.hpp"

#include <boost/json.hpp>

#include <charconv>
#include <cmath>
#include <sstream>

namespace dimma::tools::values {

namespace {

using CORBA::TCKind;
using DynamicAny::DynAny;
using DynRef = CORBA::object_reference<DynAny>;
using boost::json::value;

template <class Interface>
CORBA::object_reference<Interface> narrowed(const DynRef& dyn) {
  return IDL::traits<Interface>::narrow(dyn);
}

// Writes numbers beyond 2^53 as text, since many readers of JSON only have doubles.
template <class Number>
value whole_json(Number number) {
  constexpr Number exact = 9007199254740992;
  if (number > exact || (std::is_signed_v<Number> && number < 0 - exact)) return value(std::to_string(number));
  return value(number);
}

template <class Number>
value real_json(Number number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  char digits[64];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  // Uses the shortest digits that convert back to the same number: float 0.1 must not become 0.10000000149011612.
  double shown = 0;
  std::from_chars(digits, end, shown);
  if (static_cast<Number>(shown) == number) return shown;
  return value(std::string_view(digits, static_cast<std::size_t>(end - digits)));
}

class Teller {
 public:
  Teller(CORBA::ORB& orb, DynamicAny::DynAnyFactory& factory, bool is_utf8)
      : orb_(orb), factory_(factory), is_utf8_(is_utf8) {}

  value tell(const CORBA::Any& any, const Place& place) const {
    const auto kind = any._type()._without_aliases().kind();
    if (kind == TCKind::tk_null || kind == TCKind::tk_void) return nullptr;
    return tell(factory_.create_dyn_any(any), place);
  }

 private:
  value tell(const DynRef& dyn, const Place& place) const {
    const auto type = dyn->type();
    const CORBA::TypeCode& plain = type->_without_aliases();
    switch (plain.kind()) {
      case TCKind::tk_null:
      case TCKind::tk_void:
        return nullptr;
      case TCKind::tk_enum:
        return value(narrowed<DynamicAny::DynEnum>(dyn)->get_as_string());
      case TCKind::tk_struct:
      case TCKind::tk_except:
        return members<DynamicAny::DynStruct>(dyn, place);
      case TCKind::tk_union:
        return tell_union(dyn, place);
      case TCKind::tk_sequence:
      case TCKind::tk_array:
        return elements(dyn, plain, place);
      case TCKind::tk_any: {
        const CORBA::Any any = dyn->get_any();
        return boost::json::object{{"type", type_text(any.type())}, {"value", tell(any, Place(place, "value"))}};
      }
      case TCKind::tk_TypeCode:
        return value(valid_utf8(type_text(dyn->get_typecode())));
      case TCKind::tk_objref:
        return reference(dyn->get_reference());
      case TCKind::tk_abstract_interface:
        return tell_abstract(dyn, place);
      case TCKind::tk_value:
      case TCKind::tk_event:
        return tell_value(dyn, place);
      case TCKind::tk_value_box:
        return tell_box(dyn, place);
      default:
        return simple(dyn, plain.kind(), place);
    }
  }

  value simple(const DynRef& dyn, TCKind kind, const Place& place) const {
    switch (kind) {
      case TCKind::tk_boolean:
        return dyn->get_boolean();
      case TCKind::tk_octet:
        return dyn->get_octet();
      case TCKind::tk_short:
        return dyn->get_short();
      case TCKind::tk_ushort:
        return dyn->get_ushort();
      case TCKind::tk_long:
        return dyn->get_long();
      case TCKind::tk_ulong:
        return dyn->get_ulong();
      case TCKind::tk_longlong:
        return whole_json(dyn->get_longlong());
      case TCKind::tk_ulonglong:
        return whole_json(dyn->get_ulonglong());
      case TCKind::tk_float:
        return real_json(dyn->get_float());
      case TCKind::tk_double:
        return real_json(dyn->get_double());
      case TCKind::tk_longdouble:
        return real_json(dyn->get_longdouble());
      case TCKind::tk_char:
        return value(narrow(std::string(1, dyn->get_char())));
      case TCKind::tk_wchar:
        return value(utf8_of_wide(std::wstring(1, dyn->get_wchar())));
      case TCKind::tk_string:
        return value(narrow(dyn->get_string()));
      case TCKind::tk_wstring:
        return value(utf8_of_wide(dyn->get_wstring()));
      case TCKind::tk_fixed:
        return value(narrowed<DynamicAny::DynFixed>(dyn)->get_value());
      default:
        place.refuse("a value of the type " + type_text(dyn->type()) + " cannot be shown as JSON");
    }
  }

  std::string narrow(const std::string& text) const { return is_utf8_ ? valid_utf8(text) : utf8_of_latin1(text); }

  template <class Dyn>
  value members(const DynRef& dyn, const Place& place) const {
    const auto named = narrowed<Dyn>(dyn);
    boost::json::object object;
    const std::uint32_t count = dyn->component_count();
    for (std::uint32_t index = 0; index < count; ++index) {
      dyn->seek(static_cast<std::int32_t>(index));
      std::string name = valid_utf8(named->current_member_name());
      if (name.empty()) name = std::to_string(index);  // names are optional in a TypeCode
      object[name] = tell(dyn->current_component(), Place(place, name));
    }
    return object;
  }

  value tell_union(const DynRef& dyn, const Place& place) const {
    const auto both = narrowed<DynamicAny::DynUnion>(dyn);
    boost::json::object object{{"discriminator", tell(both->get_discriminator(), Place(place, "discriminator"))}};
    if (!both->has_no_active_member()) object["member"] = tell(both->member(), Place(place, "member"));
    return object;
  }

  value elements(const DynRef& dyn, const CORBA::TypeCode& plain, const Place& place) const {
    if (plain._description().content->_without_aliases().kind() == TCKind::tk_octet) {
      return value(base64_of(dyn->get_octet_seq()));
    }
    boost::json::array array;
    const std::uint32_t count = dyn->component_count();
    array.reserve(count);
    for (std::uint32_t index = 0; index < count; ++index) {
      dyn->seek(static_cast<std::int32_t>(index));
      array.push_back(tell(dyn->current_component(), Place(place, index)));
    }
    return array;
  }

  value reference(const CORBA::object_reference<CORBA::Object>& object) const {
    if (!object) return nullptr;
    return value(orb_.object_to_string(object));
  }

  value tell_abstract(const DynRef& dyn, const Place& place) const {
    const auto abstract = dyn->get_abstract();
    if (!abstract) return nullptr;
    const auto object = abstract->_to_object();
    if (!object)
      place.refuse("a value of the abstract interface " + type_text(dyn->type()) + " cannot be shown as JSON");
    return reference(object);
  }

  value tell_value(const DynRef& dyn, const Place& place) const {
    if (narrowed<DynamicAny::DynValueCommon>(dyn)->is_null()) return nullptr;
    try {
      return members<DynamicAny::DynValue>(dyn, place);
    } catch (const CORBA::NO_IMPLEMENT& custom) {
      place.refuse("a value of " + type_text(dyn->type()) + " cannot be shown as JSON: " + custom._detail());
    }
  }

  value tell_box(const DynRef& dyn, const Place& place) const {
    const auto box = narrowed<DynamicAny::DynValueBox>(dyn);
    if (box->is_null()) return nullptr;
    return boost::json::object{{"value", tell(box->get_boxed_value_as_dyn_any(), Place(place, "value"))}};
  }

  CORBA::ORB& orb_;
  DynamicAny::DynAnyFactory& factory_;
  const bool is_utf8_;
};

}  // namespace

boost::json::value Converter::to_json(const CORBA::Any& any, std::string_view place) const {
  const Place whole_value(place);
  try {
    return Teller(*orb_, *factory_, is_utf8_).tell(any, whole_value);
  } catch (const CORBA::UserException& raised) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << raised;
    whole_value.refuse("the value cannot be shown as JSON: " + text.str());
  }
}

}  // namespace dimma::tools::values
