#pragma once
/// TAO's IOR table: objects under plain keys, with which corbaloc:iiop:host:port/Key reaches them.
///
///   CORBA::Object_var object = orb->resolve_initial_references("IORTable");
///   IORTable::Table_var table = IORTable::Table::_narrow(object.in());
///   table->bind("Key", ior.in());
///
/// The keys are the names of dimma::publish() of the same ORB, and of `--dimma-publish`.

#include <tao/corba.h>
#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/local_exception.hpp>

namespace dimma {
namespace tao {
namespace IORTable {

namespace CORBA = ::dimma::classic::CORBA;

/// The key is bound already.
class AlreadyBound : public ::dimma::classic::LocalException<AlreadyBound> {
 public:
  static const char* _exception_name() { return "AlreadyBound"; }
  static const char* _exception_id() { return "IDL:IORTable/AlreadyBound:1.0"; }
};

/// The key is not bound.
class NotFound : public ::dimma::classic::LocalException<NotFound> {
 public:
  static const char* _exception_name() { return "NotFound"; }
  static const char* _exception_id() { return "IDL:IORTable/NotFound:1.0"; }
};

DIMMA_CLASSIC_LOCAL_CLASS(Locator);

/// Implemented by a program that finds an object when a client asks for it. Table::set_locator() does not support it.
class Locator : public virtual CORBA::Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(Locator)
  /// Returns the reference of the object with this key, which the caller frees. Throws NotFound.
  virtual char* locate(const char* object_key) = 0;

 protected:
  Locator() {}
  ~Locator() override;
};

DIMMA_CLASSIC_LOCAL_CLASS(Table);

/// The table of an ORB. Thread-safe. The operations throw CORBA::BAD_PARAM for an empty key, and for text that is not the
/// reference of a remote object; CORBA::BAD_INV_ORDER after the shutdown of the ORB has begun.
class Table : public virtual CORBA::Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(Table)
  /// Makes requests with this key go to the object. Throws AlreadyBound.
  virtual void bind(const char* object_key, const char* ior) = 0;
  /// Does the same, and replaces the object if the key is bound already.
  virtual void rebind(const char* object_key, const char* ior) = 0;
  /// Throws NotFound.
  virtual void unbind(const char* object_key) = 0;
  /// Returns the object's reference, which the caller frees. Throws NotFound.
  virtual char* find(const char* object_key) = 0;
  /// Throws CORBA::NO_IMPLEMENT unless the locator is nil: bind the keys, or use a servant manager.
  virtual void set_locator(Locator_ptr locator) = 0;

 protected:
  Table() {}
  ~Table() override;
};

}  // namespace IORTable
}  // namespace tao
}  // namespace dimma

#ifndef DIMMA_CLASSIC_LIBRARY
namespace IORTable {
using namespace ::dimma::tao::IORTable;
}
#endif
