#include "echo_servant.hpp"

#include <cstring>

char* EchoServant::label() { return CORBA::string_dup(label_.c_str()); }
void EchoServant::label(const char* text) { label_ = text; }
CORBA::Long EchoServant::served() { return served_; }
Calls::Colour EchoServant::paint() { return colour_; }
void EchoServant::paint(Calls::Colour value) { colour_ = value; }
void EchoServant::ping() { ++served_; }
void EchoServant::tell(const char* text) { label_ = text; }

void EchoServant::lose(const Calls::Root::Step& step) { throw Calls::Root::Lost(step); }

CORBA::Long EchoServant::left_of(CORBA::Long n) { return n - 1; }
CORBA::Long EchoServant::right_of(CORBA::Long n) { return n + 1; }

CORBA::Boolean EchoServant::flag(CORBA::Boolean a, CORBA::Boolean& b, CORBA::Boolean_out c) {
  c = b;
  b = a;
  return a;
}

Calls::Colour EchoServant::tint(Calls::Colour a, Calls::Colour& b, Calls::Colour_out c) {
  c = b;
  b = a;
  return a;
}

CORBA::Double EchoServant::add(CORBA::Double a, CORBA::Double& b, CORBA::Double_out c) {
  c = b;
  b = a;
  return a;
}

char* EchoServant::text(const char* a, char*& b, CORBA::String_out c) {
  if (std::strcmp(a, "refuse") == 0) throw Calls::Refused("it was asked to", 42);
  if (*a == '\0') throw Calls::Empty();
  c = b;
  b = CORBA::string_dup(a);
  return CORBA::string_dup(a);
}

char* EchoServant::short_text(const char* a) { return CORBA::string_dup(a); }

CORBA::WChar* EchoServant::same_wide(const CORBA::WChar* a, CORBA::WChar*& b, CORBA::WString_out c) {
  c = b;
  b = CORBA::wstring_dup(a);
  return CORBA::wstring_dup(a);
}

Calls::Point EchoServant::place(const Calls::Point& a, Calls::Point& b, Calls::Point_out c) {
  c = b;
  b = a;
  return a;
}

Calls::Item* EchoServant::thing(const Calls::Item& a, Calls::Item& b, Calls::Item_out c) {
  c = new Calls::Item(b);
  b = a;
  return new Calls::Item(a);
}

Calls::Either* EchoServant::choice(const Calls::Either& a, Calls::Either& b, Calls::Either_out c) {
  c = new Calls::Either(b);
  b = a;
  return new Calls::Either(a);
}

Calls::Numbers* EchoServant::same_numbers(const Calls::Numbers& a, Calls::Numbers& b, Calls::Numbers_out c) {
  c = new Calls::Numbers(b);
  b = a;
  return new Calls::Numbers(a);
}

Calls::Names* EchoServant::same_names(const Calls::Names& a, Calls::Names& b, Calls::Names_out c) {
  c = new Calls::Names(b);
  b = a;
  return new Calls::Names(a);
}

Calls::Items* EchoServant::same_items(const Calls::Items& a, Calls::Items& b, Calls::Items_out c) {
  c = new Calls::Items(b);
  b = a;
  return new Calls::Items(a);
}

Calls::Row_slice* EchoServant::same_row(const Calls::Row a, Calls::Row b, Calls::Row_out c) {
  Calls::Row_copy(c, b);
  Calls::Row_copy(b, a);
  return Calls::Row_dup(a);
}

Calls::Words_slice* EchoServant::same_words(const Calls::Words a, Calls::Words b, Calls::Words_out c) {
  c = Calls::Words_dup(b);
  Calls::Words_copy(b, a);
  return Calls::Words_dup(a);
}

Calls::Echo_ptr EchoServant::other(Calls::Echo_ptr a, Calls::Echo_ptr& b, Calls::Echo_out c) {
  c = b;
  b = Calls::Echo::_duplicate(a);
  return Calls::Echo::_duplicate(a);
}

CORBA::Object_ptr EchoServant::any_object(CORBA::Object_ptr a) { return CORBA::Object::_duplicate(a); }

Calls::Echoes* EchoServant::same_echoes(const Calls::Echoes& a) { return new Calls::Echoes(a); }

void EchoServant::fail(CORBA::Long minor) {
  throw CORBA::NO_RESOURCES(static_cast<CORBA::ULong>(minor), CORBA::COMPLETED_NO);
}

CORBA::Long EchoServant::out(CORBA::Long in) { return in; }

void EchoServant::shut() { orb_->shutdown(false); }
