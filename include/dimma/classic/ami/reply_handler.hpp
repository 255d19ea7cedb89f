#pragma once
/// Asynchronous calls (CORBA 3.3 part 1, chapter 17): Messaging::ReplyHandler, the base of all reply handlers, and
/// Messaging::ExceptionHolder, which passes an exception to a handler. docs/guides/reply-handlers.md describes what the
/// ORB guarantees for calls with a handler.
///
///   void op_excep(Messaging::ExceptionHolder* holder) {
///     try {
///       holder->raise_exception();
///     } catch (const M::NotFound& exception) { ... } catch (const CORBA::SystemException& exception) { ... }
///   }

#include <dimma/classic/generated/output.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/servant.hpp>

namespace dimma {
namespace classic {

class Input;
struct Operation;

namespace Messaging {

class ExceptionHolder;
typedef ExceptionHolder* ExceptionHolder_ptr;
typedef ObjectVar<ExceptionHolder> ExceptionHolder_var;

/// The exception of a call, for a reply handler. A handler that keeps it counts a reference. Used by one thread at a
/// time.
class ExceptionHolder {
 public:
  typedef ExceptionHolder* _ptr_type;
  typedef ExceptionHolder_var _var_type;

  ExceptionHolder(const ExceptionHolder&) = delete;
  ExceptionHolder& operator=(const ExceptionHolder&) = delete;

  /// Throws the exception on each call: a system exception, or a user exception that the operation declares. Throws
  /// CORBA::UNKNOWN (OMG minor 1) for another user exception, CORBA::MARSHAL for octets that do not hold an exception.
  virtual void raise_exception() = 0;

  /// Count the references. The last one to be given up deletes the holder. Thread-safe.
  virtual void _add_ref() = 0;
  virtual void _remove_ref() = 0;
  static ExceptionHolder* _duplicate(ExceptionHolder* holder) {
    if (holder != nullptr) holder->_add_ref();
    return holder;
  }

  /// For generated code: makes the user exceptions of `operation` known, which must outlive the holder.
  virtual void _know(const Operation& operation) = 0;

 protected:
  ExceptionHolder() {}
  virtual ~ExceptionHolder();
};

class ReplyHandler;
typedef ReplyHandler* ReplyHandler_ptr;
typedef ObjectVar<ReplyHandler> ReplyHandler_var;
typedef ObjectOut<ReplyHandler> ReplyHandler_out;

/// The interface Messaging::ReplyHandler: the base of all reply handlers.
class ReplyHandler : public virtual CORBA::Object {
 public:
  typedef ReplyHandler* _ptr_type;
  typedef ReplyHandler_var _var_type;
  typedef ReplyHandler_out _out_type;
  typedef ObjectMember<ReplyHandler> _member_type;

  static ReplyHandler_ptr _duplicate(ReplyHandler_ptr object) {
    if (object != nullptr) object->_add_ref();
    return object;
  }
  static ReplyHandler_ptr _nil() { return nullptr; }
  static ReplyHandler_ptr _narrow(CORBA::Object_ptr object);
  static ReplyHandler_ptr _unchecked_narrow(CORBA::Object_ptr object);

  /// For generated code and the library, as in every stub class.
  static const Interface _interface;
  void* _as(const Interface& wanted) override;
  CORBA::Boolean _has_interface(const char* id) const override;

 protected:
  ReplyHandler() {}
  ~ReplyHandler() override;
};

}  // namespace Messaging

namespace POA_Messaging {

/// The base of the skeletons of reply handlers.
class ReplyHandler : public virtual PortableServer::ServantBase {
 public:
  ~ReplyHandler() override;

  /// Returns a new reference to the handler, which is activated in _default_POA() if it is not active.
  Messaging::ReplyHandler_ptr _this();

  bool _dispatch(ServerRequest& request) override;
  void* _operations(const Interface& wanted) override;
  const char* _most_derived_id() const override;
  CORBA::Boolean _has_interface(const char* id) const override;

 protected:
  ReplyHandler() {}
};

}  // namespace POA_Messaging

/// For generated code: write and read a holder, which may be null. The caller owns the one that is read.
void write_exception_holder(Output& out, Messaging::ExceptionHolder* holder);
Messaging::ExceptionHolder* read_exception_holder(Input& in);

}  // namespace classic
}  // namespace dimma

#ifndef DIMMA_CLASSIC_LIBRARY
namespace POA_Messaging {
using namespace ::dimma::classic::POA_Messaging;
}
#endif
