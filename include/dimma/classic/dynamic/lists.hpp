#pragma once
/// CORBA::ExceptionList and CORBA::ContextList (formal/2012-07-02, "ExceptionList" and "ContextList"): what a dynamic
/// call knows about its operation besides the arguments.

#include <dimma/classic/dynamic/named_values.hpp>
#include <dimma/classic/typecode.hpp>
#include <dimma/classic/values/string_sequence.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// The TypeCodes of the user exceptions that an operation may raise.
class ExceptionList : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(ExceptionList)
  typedef CORBA::Bounds Bounds;

  ExceptionList();
  /// The number of TypeCodes.
  ULong count() const { return types_.length(); }
  /// Add a TypeCode: another reference to it, or the caller's own. Throw BAD_TYPECODE if it is not an exception's.
  void add(TypeCode_ptr exception);
  void add_consume(TypeCode_ptr exception);
  /// Returns a TypeCode, which belongs to the list. Throws Bounds if the index is out of range.
  TypeCode_ptr item(ULong index);
  /// Throws Bounds if the index is out of range.
  void remove(ULong index);

 protected:
  ~ExceptionList() override;

 private:
  UnboundedObjectSequence<TypeCode> types_;
};

/// The names of the properties of the context that an operation takes, as in its `context` clause: a name may end with
/// an asterisk, which stands for any characters.
class ContextList : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(ContextList)
  typedef CORBA::Bounds Bounds;

  ContextList();
  /// The number of names.
  ULong count() const { return names_.length(); }
  /// Add a name: a copy, or the string itself. Throw BAD_PARAM for null.
  void add(const char* name);
  void add_consume(char* name);
  /// Returns a name, which belongs to the list. Throws Bounds if the index is out of range.
  const char* item(ULong index);
  /// Throws Bounds if the index is out of range.
  void remove(ULong index);

 protected:
  ~ContextList() override;

 private:
  UnboundedStringSequence names_;
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
