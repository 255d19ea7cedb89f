#pragma once
// What the IDL compiler makes of this, written by hand, so that this room's tests need no compiler:
//
//   module Sample {
//     exception Bad { string why; };
//     exception Other { };
//     interface Base { void ping(); };
//     interface Counter : Base {
//       readonly attribute long count;
//       long add(in long amount) raises (Bad);
//       string join(in string a, inout string b, out string c);
//       Counter pass(in Counter peer);
//       void act(in string what) raises (Bad);
//       long call_back(in Counter peer, in long depth);
//       oneway void note(in string text);
//     };
//   };

#include <dimma/corba.hpp>

namespace Sample {

class Bad final : public CORBA::UserException {
 public:
  Bad() = default;
  explicit Bad(std::string why) : why_(std::move(why)) {}
  const std::string& why() const { return why_; }
  std::string& why() { return why_; }
  [[noreturn]] void _raise() const override { throw *this; }
  const char* _name() const noexcept override { return "Bad"; }
  const char* _rep_id() const noexcept override { return "IDL:Sample/Bad:1.0"; }
  void _encode(dimma::cdr::Encoder& out) const override;

 private:
  std::string why_;
};

class Other final : public CORBA::UserException {
 public:
  [[noreturn]] void _raise() const override { throw *this; }
  const char* _name() const noexcept override { return "Other"; }
  const char* _rep_id() const noexcept override { return "IDL:Sample/Other:1.0"; }
  void _encode(dimma::cdr::Encoder&) const override {}
};

class Base : public virtual CORBA::Object {
 public:
  using _ref_type = CORBA::object_reference<Base>;
  using _traits_type = IDL::traits<Base>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:Sample/Base:1.0"};

  class _operations_type {
   public:
    virtual void ping() = 0;

   protected:
    ~_operations_type() = default;
  };

  virtual void ping();
  bool _statically_is_a(std::string_view id) const noexcept override;

 protected:
  friend class CORBA::ObjectAccess;
  Base() = default;
  ~Base() override = default;
};

class Counter : public virtual Base {
 public:
  using _ref_type = CORBA::object_reference<Counter>;
  using _traits_type = IDL::traits<Counter>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:Sample/Counter:1.0"};

  class _operations_type : public virtual Base::_operations_type {
   public:
    virtual std::int32_t count() = 0;
    virtual std::int32_t add(std::int32_t amount) = 0;
    virtual std::string join(const std::string& a, std::string& b, std::string& c) = 0;
    virtual CORBA::object_reference<Counter> pass(CORBA::object_reference<Counter> peer) = 0;
    virtual void act(const std::string& what) = 0;
    virtual std::int32_t call_back(CORBA::object_reference<Counter> peer, std::int32_t depth) = 0;
    virtual void note(const std::string& text) = 0;

   protected:
    ~_operations_type() = default;
  };

  virtual std::int32_t count();
  virtual std::int32_t add(std::int32_t amount);
  virtual std::string join(const std::string& a, std::string& b, std::string& c);
  virtual CORBA::object_reference<Counter> pass(CORBA::object_reference<Counter> peer);
  virtual void act(const std::string& what);
  virtual std::int32_t call_back(CORBA::object_reference<Counter> peer, std::int32_t depth);
  virtual void note(const std::string& text);
  bool _statically_is_a(std::string_view id) const noexcept override;

 protected:
  friend class CORBA::ObjectAccess;
  Counter() = default;
  ~Counter() override = default;
};

}  // namespace Sample

template <>
struct dimma::cdr::codec<Sample::Bad> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const Sample::Bad& value) { codec<std::string>::write(out, value.why()); }
  static void read(Decoder& in, Sample::Bad& value) { codec<std::string>::read(in, value.why()); }
};

template <>
struct IDL::traits<Sample::Base> : dimma::interface_traits<Sample::Base> {};
template <>
struct IDL::traits<Sample::Counter> : dimma::interface_traits<Sample::Counter> {};
