#pragma once
// Values of valuetypes.idl. Functions that make a value return the only reference to it.

#include <valuetypes.hh>

#include "peer.hpp"

#include <string>

namespace estate {

// Returns the value with one reference more, for a result or a variable.
template <class Value>
Value* shared(Value* value) {
  CORBA::add_ref(value);
  return value;
}

inline Estate::Node* node(CORBA::Long number, Estate::Node* next = nullptr) {
  return new OBV_Estate::Node(number, classic::given(next));
}

class Ring final : public virtual OBV_Estate::Ring {
 public:
  Ring(const char* colour, float radius, Estate::Node* extra, Estate::Node* hidden)
      : OBV_Estate::Shape(colour),
        OBV_Estate::Circle(colour, classic::given(extra), radius),
        OBV_Estate::Ring(colour, extra, radius, 1, classic::given(hidden)) {}
  CORBA::Double area() override { return radius() - static_cast<float>(hole()); }
};

class Account final : public virtual OBV_Estate::Account, public virtual CORBA::DefaultValueRefCountBase {
 public:
  Account() = default;
  Account(const char* owner, CORBA::Double amount) : OBV_Estate::Account(amount, owner) {}
  void pay(CORBA::Double amount) override { balance(balance() + amount); }
  CORBA::Double total() override { return balance(); }
};

class AccountFactory final : public Estate::Account_init {
 public:
  Estate::Account* open(const char* owner, CORBA::Double amount) override { return new Account(owner, amount); }
  CORBA::ValueBase* create_for_unmarshal() override { return new Account; }
};

class Notice final : public virtual OBV_Estate::Notice, public virtual CORBA::DefaultValueRefCountBase {
 public:
  Notice() = default;
  Notice(const char* text, Estate::Describable_ptr behind) : OBV_Estate::Notice(text, classic::given(behind)) {}
  char* describe() override { return CORBA::string_dup(words()); }
  CORBA::Long depth() override { return CORBA::is_nil(next()) ? 0 : 1 + next()->depth(); }
  Estate::Describable_ptr after(Estate::Describable_ptr it) override {
    next(classic::given(it));
    return shared(this);
  }
};

class NoticeFactory final : public CORBA::ValueFactoryBase {
 public:
  CORBA::ValueBase* create_for_unmarshal() override { return new Notice; }
};

inline void register_factory(CORBA::ORB_ptr orb, const char* id, CORBA::ValueFactory factory) {
  const CORBA::ValueFactory previous = orb->register_value_factory(id, factory);
  if (previous != nullptr) previous->_remove_ref();
  factory->_remove_ref();
}

inline void register_factories(CORBA::ORB_ptr orb) {
  register_factory(orb, "IDL:Estate/Node:1.0", new Estate::Node_init);
  register_factory(orb, "IDL:Estate/Shape:1.0", new Estate::Shape_init);
  register_factory(orb, "IDL:Estate/Circle:1.0", new Estate::Circle_init);
  register_factory(orb, "IDL:Estate/Account:1.0", new AccountFactory);
  register_factory(orb, "IDL:Estate/Notice:1.0", new NoticeFactory);
}

}  // namespace estate
