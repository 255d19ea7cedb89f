// The servant of Anys::Echo: gives its `in` argument back as result and `inout` argument, and the `inout` argument as
// `out`.
#pragma once

#include "anys.hh"

class AnysServant : public virtual POA_Anys::Echo {
 public:
  explicit AnysServant(CORBA::ORB_ptr orb)
      : orb_(CORBA::ORB::_duplicate(orb)), kind_(CORBA::TypeCode::_duplicate(CORBA::_tc_null)) {}

  // Refuses the text "refuse".
  CORBA::Any* swap(const CORBA::Any& first, CORBA::Any& second, CORBA::Any_out third);
  CORBA::TypeCode_ptr swap_kinds(CORBA::TypeCode_ptr first, CORBA::TypeCode_ptr& second, CORBA::TypeCode_out third);
  // Returns the values in reverse order, their types, and the first and last one.
  Anys::Values* list(const Anys::Values& first, Anys::Kinds& second, Anys::Pair_out third);
  // Throws Bad for the title "bad".
  Anys::Item* send_item(const Anys::Item& first);
  Anys::Part* send_part(const Anys::Part& first);
  // Returns the texts, and an Any of each.
  CORBA::StringSeq* wrap(const CORBA::StringSeq& texts, CORBA::AnySeq_out wrapped);
  void note(const CORBA::Any& value);
  CORBA::Any* held();
  void held(const CORBA::Any& value);
  CORBA::TypeCode_ptr held_kind();
  void held_kind(CORBA::TypeCode_ptr value);
  void shut();

 private:
  CORBA::ORB_var orb_;
  CORBA::Any held_;
  CORBA::TypeCode_var kind_;
};
