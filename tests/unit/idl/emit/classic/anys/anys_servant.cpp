#include "anys_servant.hpp"

#include <cstring>

CORBA::Any* AnysServant::swap(const CORBA::Any& first, CORBA::Any& second, CORBA::Any_out third) {
  const char* text = nullptr;
  if ((first >>= text) && std::strcmp(text, "refuse") == 0) throw Anys::Echo::Refused(first);
  third = new CORBA::Any(second);
  second = first;
  return new CORBA::Any(first);
}

CORBA::TypeCode_ptr AnysServant::swap_kinds(CORBA::TypeCode_ptr first, CORBA::TypeCode_ptr& second,
                                            CORBA::TypeCode_out third) {
  third = second;
  second = CORBA::TypeCode::_duplicate(first);
  return CORBA::TypeCode::_duplicate(first);
}

Anys::Values* AnysServant::list(const Anys::Values& first, Anys::Kinds& second, Anys::Pair_out third) {
  const CORBA::ULong length = first.length();
  Anys::Values_var reversed = new Anys::Values(length);
  reversed->length(length);
  second.length(length);
  for (CORBA::ULong i = 0; i < length; ++i) {
    reversed[i] = first[length - 1 - i];
    second[i] = first[i].type();
  }
  third = Anys::Pair_alloc();
  if (length > 0) {
    third[0] = first[0];
    third[1] = first[length - 1];
  }
  return reversed._retn();
}

Anys::Item* AnysServant::send_item(const Anys::Item& first) {
  if (std::strcmp(first.title, "bad") == 0) throw Anys::Bad(first.value, first.kind, Anys::blue);
  return new Anys::Item(first);
}

Anys::Part* AnysServant::send_part(const Anys::Part& first) { return new Anys::Part(first); }

CORBA::StringSeq* AnysServant::wrap(const CORBA::StringSeq& texts, CORBA::AnySeq_out wrapped) {
  CORBA::AnySeq_var values = new CORBA::AnySeq;
  values->length(texts.length());
  for (CORBA::ULong i = 0; i < texts.length(); ++i) values[i] <<= texts[i];
  wrapped = values._retn();
  return new CORBA::StringSeq(texts);
}

void AnysServant::note(const CORBA::Any& value) { held_ = value; }

CORBA::Any* AnysServant::held() { return new CORBA::Any(held_); }

void AnysServant::held(const CORBA::Any& value) { held_ = value; }

CORBA::TypeCode_ptr AnysServant::held_kind() { return CORBA::TypeCode::_duplicate(kind_); }

void AnysServant::held_kind(CORBA::TypeCode_ptr value) { kind_ = CORBA::TypeCode::_duplicate(value); }

void AnysServant::shut() { orb_->shutdown(false); }
