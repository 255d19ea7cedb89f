#pragma once
/// Hands objects and Anys from the classic mapping (<dimma/classic/corba.hpp>) to the IDL-to-C++11 mapping and back, in
/// a program that has files of both. The program links dimma::classic.
///
/// These functions are for files of the IDL-to-C++11 mapping, in which the types of the classic one are incomplete:
/// such a file has them only by pointers and references, which it gets from a file of the classic mapping and returns
/// to it.
///
///   // in a file of the classic mapping
///   CORBA::Object_ptr find_printer() { return printers->find("A4"); }
///
///   // in a file of the IDL-to-C++11 mapping
///   dimma::classic::CORBA::Object* find_printer();
///   auto printer = IDL::traits<Office::Printer>::narrow(dimma::to_modern(find_printer()));

#include <dimma/any.hpp>
#include <dimma/object.hpp>

namespace dimma {

namespace classic::CORBA {
class Any;
class Object;
}  // namespace classic::CORBA

/// Returns a reference to the same object; nil for null. Takes over the caller's reference to the classic object. A
/// local object of the application is the same object again when it comes back by to_classic(). Thread-safe.
::CORBA::object_reference<::CORBA::Object> to_modern(classic::CORBA::Object* object);
/// Returns a new reference to the same object, which a file of the classic mapping narrows and releases; null for nil.
/// Thread-safe.
classic::CORBA::Object* to_classic(const ::CORBA::object_reference<::CORBA::Object>& object);

/// Return the Any in the other mapping, or assign it to `to`. Both share the value, which is converted where it is
/// extracted. A value that was inserted, not received, and that contains references within a struct, sequence or the
/// like cannot be extracted in the other mapping: that throws MARSHAL. Thread-safe as the Anys are.
::CORBA::Any to_modern(const classic::CORBA::Any& any);
void to_classic(const ::CORBA::Any& any, classic::CORBA::Any& to);

}  // namespace dimma
