#pragma once
// The classic stubs of echo.idl, in the form in which dimma-idl writes them, without skeletons. They are in a namespace
// of another name, since the server has the modern ones.

#include <dimma/classic/generated/codec.hpp>
#include <dimma/classic/corba.hpp>

namespace classic_echoes {

class Bad : public ::CORBA::UserException {
 public:
  ::dimma::classic::StringMember why;
  ::CORBA::Long code;

  Bad() : code(0) {}
  Bad(const char* why_value, ::CORBA::Long code_value) : why(why_value), code(code_value) {}
  void _raise() const override { throw *this; }
  const char* _name() const override { return "Bad"; }
  const char* _rep_id() const override { return "IDL:Echoes/Bad:1.0"; }
  void _encode(::dimma::classic::Output& out) const override;
  static Bad* _downcast(::CORBA::Exception* exception) { return dynamic_cast<Bad*>(exception); }
  static const Bad* _downcast(const ::CORBA::Exception* exception) { return dynamic_cast<const Bad*>(exception); }
};

struct Item {
  typedef ::dimma::classic::VariableVar<Item> _var_type;
  ::dimma::classic::StringMember name;
  ::CORBA::Long number;
};
typedef Item::_var_type Item_var;
typedef ::dimma::classic::VariableOut<Item> Item_out;

typedef ::dimma::classic::UnboundedSequence<Item> Items;
typedef ::dimma::classic::SequenceVar<Items> Items_var;
typedef ::dimma::classic::SequenceOut<Items> Items_out;

class Base;
typedef Base* Base_ptr;
typedef ::dimma::classic::ObjectVar<Base> Base_var;
typedef ::dimma::classic::ObjectOut<Base> Base_out;

class Base : public virtual ::CORBA::Object {
 public:
  typedef Base_ptr _ptr_type;
  typedef Base_var _var_type;
  static Base_ptr _duplicate(Base_ptr object) { return ::dimma::classic::duplicate(object); }
  static Base_ptr _nil() { return nullptr; }
  static Base_ptr _narrow(::CORBA::Object_ptr object) { return ::dimma::classic::narrow<Base>(object); }
  static Base_ptr _unchecked_narrow(::CORBA::Object_ptr object) {
    return ::dimma::classic::narrow_unchecked<Base>(object);
  }
  static const ::dimma::classic::Interface _interface;
  void* _as(const ::dimma::classic::Interface& interface) override;
  ::CORBA::Boolean _has_interface(const char* repository_id) const override;

  virtual void ping();

 protected:
  Base() {}
  ~Base() override {}
};

class Echo;
typedef Echo* Echo_ptr;
typedef ::dimma::classic::ObjectVar<Echo> Echo_var;
typedef ::dimma::classic::ObjectOut<Echo> Echo_out;

class Echo : public virtual Base {
 public:
  typedef Echo_ptr _ptr_type;
  typedef Echo_var _var_type;
  static Echo_ptr _duplicate(Echo_ptr object) { return ::dimma::classic::duplicate(object); }
  static Echo_ptr _nil() { return nullptr; }
  static Echo_ptr _narrow(::CORBA::Object_ptr object) { return ::dimma::classic::narrow<Echo>(object); }
  static Echo_ptr _unchecked_narrow(::CORBA::Object_ptr object) {
    return ::dimma::classic::narrow_unchecked<Echo>(object);
  }
  static const ::dimma::classic::Interface _interface;
  void* _as(const ::dimma::classic::Interface& interface) override;
  ::CORBA::Boolean _has_interface(const char* repository_id) const override;

  virtual char* upper(const char* text);
  virtual Items* repeat(const Item& one, ::CORBA::Long count, Item_out last);
  virtual void extend(Items& all);
  virtual ::CORBA::Long fail(const char* how);
  virtual Base_ptr same(Base_ptr object);
  virtual void note(const char* text);
  virtual char* noted();
  virtual void hold();
  virtual void release();

 protected:
  Echo() {}
  ~Echo() override {}
};

}  // namespace classic_echoes

namespace dimma {
namespace classic {
template <>
struct codec< ::classic_echoes::Bad> {
  enum { octets_min = 8 };
  static void write(Output& out, const ::classic_echoes::Bad& value);
  static void read(Input& in, ::classic_echoes::Bad& value);
};
template <>
struct codec< ::classic_echoes::Item> {
  enum { octets_min = 8 };
  static void write(Output& out, const ::classic_echoes::Item& value);
  static void read(Input& in, ::classic_echoes::Item& value);
};
}  // namespace classic
}  // namespace dimma
