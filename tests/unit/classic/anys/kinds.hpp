#pragma once
// The types of module Kinds, in the form in which `dimma-idl --classic` writes them:
//
//   module Kinds {
//     struct Point { long x; double y; };
//     struct Item { string name; Point at; any extra; };
//     enum Colour { red, green, blue };
//     typedef sequence<Item> Items;
//     typedef long Row[3];
//     exception Bad { string why; };
//     union Choice switch (Colour) { case red: long number; case green: string<5> text; default: octet other; };
//     struct Node { long value; sequence<Node> next; };
//     interface Carrier {
//       any carry(in any value, out any twice) raises (Bad);
//       TypeCode type_of(in any value);
//       CORBA::AnySeq all(in CORBA::AnySeq values);
//     };
//   };
// Choice and Node have only their TypeCodes.

#include <dimma/classic/corba.hpp>
#include <dimma/classic/generated/any_values.hpp>
#include <dimma/classic/generated/codec.hpp>

namespace Kinds {

struct Point {
  CORBA::Long x;
  CORBA::Double y;
};
extern const CORBA::TypeCode_ptr _tc_Point;
void operator<<=(CORBA::Any& any, const Point& value);
void operator<<=(CORBA::Any& any, Point* value);
CORBA::Boolean operator>>=(const CORBA::Any& any, const Point*& value);

struct Item {
  ::dimma::classic::StringMember name;
  Point at;
  CORBA::Any extra;
};
extern const CORBA::TypeCode_ptr _tc_Item;
void operator<<=(CORBA::Any& any, const Item& value);
void operator<<=(CORBA::Any& any, Item* value);
CORBA::Boolean operator>>=(const CORBA::Any& any, const Item*& value);

enum Colour { red, green, blue };
extern const CORBA::TypeCode_ptr _tc_Colour;
void operator<<=(CORBA::Any& any, Colour value);
CORBA::Boolean operator>>=(const CORBA::Any& any, Colour& value);

class Items : public ::dimma::classic::UnboundedSequence<Item> {
 public:
  using ::dimma::classic::UnboundedSequence<Item>::UnboundedSequence;
  Items() {}
};
typedef ::dimma::classic::SequenceVar<Items> Items_var;
extern const CORBA::TypeCode_ptr _tc_Items;
void operator<<=(CORBA::Any& any, const Items& value);
void operator<<=(CORBA::Any& any, Items* value);
CORBA::Boolean operator>>=(const CORBA::Any& any, const Items*& value);

typedef CORBA::Long Row[3];
typedef CORBA::Long Row_slice;
Row_slice* Row_alloc();
Row_slice* Row_dup(const Row_slice* from);
void Row_copy(Row_slice* to, const Row_slice* from);
void Row_free(Row_slice* row);
struct Row_traits {
  typedef Row array;
  typedef Row_slice slice;
  static slice* alloc() { return Row_alloc(); }
  static slice* dup(const slice* from) { return Row_dup(from); }
  static void copy(slice* to, const slice* from) { Row_copy(to, from); }
  static void free(slice* row) { Row_free(row); }
};
typedef ::dimma::classic::ArrayForAny<Row_traits> Row_forany;
extern const CORBA::TypeCode_ptr _tc_Row;
void operator<<=(CORBA::Any& any, const Row_forany& value);
CORBA::Boolean operator>>=(const CORBA::Any& any, Row_forany& value);

class Bad : public CORBA::UserException {
 public:
  Bad() {}
  explicit Bad(const char* text) : why(text) {}
  void _raise() const override { throw *this; }
  const char* _name() const override { return "Bad"; }
  const char* _rep_id() const override { return "IDL:Kinds/Bad:1.0"; }
  void _encode(::dimma::classic::Output& out) const override;
  void _insert(CORBA::Any& any) const override;

  ::dimma::classic::StringMember why;
};
extern const CORBA::TypeCode_ptr _tc_Bad;
void operator<<=(CORBA::Any& any, const Bad& value);
void operator<<=(CORBA::Any& any, Bad* value);
CORBA::Boolean operator>>=(const CORBA::Any& any, const Bad*& value);

extern const CORBA::TypeCode_ptr _tc_Choice;
extern const CORBA::TypeCode_ptr _tc_Node;

class Carrier;
typedef Carrier* Carrier_ptr;
typedef ::dimma::classic::ObjectVar<Carrier> Carrier_var;
class Carrier : public virtual CORBA::Object {
 public:
  static const ::dimma::classic::Interface _interface;
  static Carrier_ptr _duplicate(Carrier_ptr object) { return ::dimma::classic::duplicate(object); }
  static Carrier_ptr _narrow(CORBA::Object_ptr object) { return ::dimma::classic::narrow<Carrier>(object); }
  static Carrier_ptr _unchecked_narrow(CORBA::Object_ptr object) {
    return ::dimma::classic::narrow_unchecked<Carrier>(object);
  }
  void* _as(const ::dimma::classic::Interface& interface) override;
  CORBA::Boolean _has_interface(const char* repository_id) const override;

  virtual CORBA::Any* carry(const CORBA::Any& value, CORBA::Any_out twice);
  virtual CORBA::TypeCode_ptr type_of(const CORBA::Any& value);
  virtual CORBA::AnySeq* all(const CORBA::AnySeq& values);

 protected:
  Carrier() {}
  ~Carrier() override {}
};
extern const CORBA::TypeCode_ptr _tc_Carrier;
void operator<<=(CORBA::Any& any, Carrier_ptr value);
void operator<<=(CORBA::Any& any, Carrier_ptr* value);
CORBA::Boolean operator>>=(const CORBA::Any& any, Carrier_ptr& value);

}  // namespace Kinds

namespace POA_Kinds {

class Carrier : public virtual PortableServer::ServantBase {
 public:
  Kinds::Carrier_ptr _this();
  virtual CORBA::Any* carry(const CORBA::Any& value, CORBA::Any_out twice) = 0;
  virtual CORBA::TypeCode_ptr type_of(const CORBA::Any& value) = 0;
  virtual CORBA::AnySeq* all(const CORBA::AnySeq& values) = 0;

  bool _dispatch(::dimma::classic::ServerRequest& request) override;
  void* _operations(const ::dimma::classic::Interface& interface) override;
  const char* _most_derived_id() const override;
  CORBA::Boolean _has_interface(const char* repository_id) const override;
};

}  // namespace POA_Kinds

namespace dimma {
namespace classic {

template <>
struct codec< ::Kinds::Point>
    : fixed_struct_codec< ::Kinds::Point, member<decltype(&::Kinds::Point::x), &::Kinds::Point::x>,
                          member<decltype(&::Kinds::Point::y), &::Kinds::Point::y> > {};
template <>
struct codec< ::Kinds::Item> {
  enum { octets_min = 21 };
  static void write(Output& out, const ::Kinds::Item& value);
  static void read(Input& in, ::Kinds::Item& value);
};
template <>
struct codec< ::Kinds::Colour> : enum_codec< ::Kinds::Colour, 3> {};
template <>
struct codec< ::Kinds::Items> : sequence_codec< ::Kinds::Items> {};
template <>
struct codec< ::Kinds::Bad> {
  enum { octets_min = 4 };
  static void write(Output& out, const ::Kinds::Bad& value);
  static void read(Input& in, ::Kinds::Bad& value);
};

}  // namespace classic
}  // namespace dimma
