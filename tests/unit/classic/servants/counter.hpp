#pragma once
// The classic stubs and skeletons of two interfaces of tests/unit/orb/sample.idl, in the form in which `dimma-idl
// --classic` writes them. They are in a module of another name, since the tests have the modern ones too.

#include <dimma/classic/exception.hpp>
#include <dimma/classic/generated/call.hpp>
#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/servant.hpp>
#include <dimma/classic/values/string_var.hpp>
#include <dimma/classic/values/strings.hpp>

namespace classic_sample {

namespace CORBA = ::dimma::classic::CORBA;

// IDL:Sample/Bad:1.0
class Bad : public CORBA::UserException {
 public:
  Bad() {}
  explicit Bad(const char* text) : why(text) {}
  void _raise() const override { throw *this; }
  const char* _name() const override { return "Bad"; }
  const char* _rep_id() const override { return "IDL:Sample/Bad:1.0"; }
  void _encode(::dimma::classic::Output& out) const override;

  ::dimma::classic::StringMember why;
};

// IDL:Sample/Other:1.0
class Other : public CORBA::UserException {
 public:
  void _raise() const override { throw *this; }
  const char* _name() const override { return "Other"; }
  const char* _rep_id() const override { return "IDL:Sample/Other:1.0"; }
};

class Base : public virtual CORBA::Object {
 public:
  static const ::dimma::classic::Interface _interface;
  static Base* _duplicate(Base* object) { return ::dimma::classic::duplicate(object); }
  static Base* _narrow(CORBA::Object_ptr object) { return ::dimma::classic::narrow<Base>(object); }
  void* _as(const ::dimma::classic::Interface& interface) override;
  CORBA::Boolean _has_interface(const char* repository_id) const override;

  virtual void ping();

 protected:
  Base() {}
  ~Base() override {}
};
typedef ::dimma::classic::ObjectVar<Base> Base_var;

class Counter : public virtual Base {
 public:
  static const ::dimma::classic::Interface _interface;
  static Counter* _duplicate(Counter* object) { return ::dimma::classic::duplicate(object); }
  static Counter* _narrow(CORBA::Object_ptr object) { return ::dimma::classic::narrow<Counter>(object); }
  void* _as(const ::dimma::classic::Interface& interface) override;
  CORBA::Boolean _has_interface(const char* repository_id) const override;

  virtual CORBA::Long add(CORBA::Long amount);

 protected:
  Counter() {}
  ~Counter() override {}
};
typedef ::dimma::classic::ObjectVar<Counter> Counter_var;

}  // namespace classic_sample

namespace POA_classic_sample {

namespace CORBA = ::dimma::classic::CORBA;
namespace PortableServer = ::dimma::classic::PortableServer;

class Base : public virtual PortableServer::ServantBase {
 public:
  classic_sample::Base* _this();
  virtual void ping() = 0;

  bool _dispatch(::dimma::classic::ServerRequest& request) override;
  void* _operations(const ::dimma::classic::Interface& interface) override;
  const char* _most_derived_id() const override;
  CORBA::Boolean _has_interface(const char* repository_id) const override;
};

class Counter : public virtual Base {
 public:
  classic_sample::Counter* _this();
  virtual CORBA::Long count() = 0;
  virtual CORBA::Long add(CORBA::Long amount) = 0;
  virtual char* join(const char* a, char*& b, CORBA::String_out c) = 0;
  virtual void act(const char* what) = 0;
  virtual void note(const char* text) = 0;

  bool _dispatch(::dimma::classic::ServerRequest& request) override;
  void* _operations(const ::dimma::classic::Interface& interface) override;
  const char* _most_derived_id() const override;
  CORBA::Boolean _has_interface(const char* repository_id) const override;
};

}  // namespace POA_classic_sample
