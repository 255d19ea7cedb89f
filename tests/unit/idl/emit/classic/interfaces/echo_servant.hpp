// The servant of Calls::Echo, as programs of the classic mapping write one. Each operation returns its `in` argument,
// gives the `in` argument back as `inout` and the `inout` argument as `out`.
#pragma once

#include <string>

#include "calls.hh"

class EchoServant : public virtual POA_Calls::Echo {
 public:
  explicit EchoServant(CORBA::ORB_ptr orb) : orb_(CORBA::ORB::_duplicate(orb)), colour_(Calls::red), served_(0) {}

  char* label();
  void label(const char* text);
  CORBA::Long served();
  Calls::Colour paint();
  void paint(Calls::Colour value);
  void ping();
  void tell(const char* text);
  void lose(const Calls::Root::Step& step);
  CORBA::Long left_of(CORBA::Long n);
  CORBA::Long right_of(CORBA::Long n);

  CORBA::Boolean flag(CORBA::Boolean a, CORBA::Boolean& b, CORBA::Boolean_out c);
  Calls::Colour tint(Calls::Colour a, Calls::Colour& b, Calls::Colour_out c);
  CORBA::Double add(CORBA::Double a, CORBA::Double& b, CORBA::Double_out c);
  char* text(const char* a, char*& b, CORBA::String_out c);
  char* short_text(const char* a);
  CORBA::WChar* same_wide(const CORBA::WChar* a, CORBA::WChar*& b, CORBA::WString_out c);
  Calls::Point place(const Calls::Point& a, Calls::Point& b, Calls::Point_out c);
  Calls::Item* thing(const Calls::Item& a, Calls::Item& b, Calls::Item_out c);
  Calls::Either* choice(const Calls::Either& a, Calls::Either& b, Calls::Either_out c);
  Calls::Numbers* same_numbers(const Calls::Numbers& a, Calls::Numbers& b, Calls::Numbers_out c);
  Calls::Names* same_names(const Calls::Names& a, Calls::Names& b, Calls::Names_out c);
  Calls::Items* same_items(const Calls::Items& a, Calls::Items& b, Calls::Items_out c);
  Calls::Row_slice* same_row(const Calls::Row a, Calls::Row b, Calls::Row_out c);
  Calls::Words_slice* same_words(const Calls::Words a, Calls::Words b, Calls::Words_out c);
  Calls::Echo_ptr other(Calls::Echo_ptr a, Calls::Echo_ptr& b, Calls::Echo_out c);
  CORBA::Object_ptr any_object(CORBA::Object_ptr a);
  Calls::Echoes* same_echoes(const Calls::Echoes& a);
  void fail(CORBA::Long minor);
  CORBA::Long out(CORBA::Long in);
  void shut();

 private:
  CORBA::ORB_var orb_;
  std::string label_;
  Calls::Colour colour_;
  CORBA::Long served_;
};
