#pragma once
/// The standard system exceptions (CORBA 3.3 part 1, 8.7.3; formal/2012-07-02, 4.19). Each has the constructors X(),
/// which is X(0, COMPLETED_NO), and X(minor, completed).

#include <dimma/classic/exception.hpp>

// clang-format off
#define DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DO)                                                                            \
  DO(UNKNOWN) DO(BAD_PARAM) DO(NO_MEMORY) DO(IMP_LIMIT) DO(COMM_FAILURE) DO(INV_OBJREF) DO(NO_PERMISSION) DO(INTERNAL) \
  DO(MARSHAL) DO(INITIALIZE) DO(NO_IMPLEMENT) DO(BAD_TYPECODE) DO(BAD_OPERATION) DO(NO_RESOURCES) DO(NO_RESPONSE)      \
  DO(PERSIST_STORE) DO(BAD_INV_ORDER) DO(TRANSIENT) DO(FREE_MEM) DO(INV_IDENT) DO(INV_FLAG) DO(INTF_REPOS)             \
  DO(BAD_CONTEXT) DO(OBJ_ADAPTER) DO(DATA_CONVERSION) DO(OBJECT_NOT_EXIST) DO(TRANSACTION_REQUIRED)                    \
  DO(TRANSACTION_ROLLEDBACK) DO(INVALID_TRANSACTION) DO(INV_POLICY) DO(CODESET_INCOMPATIBLE) DO(REBIND) DO(TIMEOUT)    \
  DO(TRANSACTION_UNAVAILABLE) DO(TRANSACTION_MODE) DO(BAD_QOS) DO(INVALID_ACTIVITY) DO(ACTIVITY_COMPLETED)             \
  DO(ACTIVITY_REQUIRED) DO(THREAD_CANCELLED)
// clang-format on

#define DIMMA_CLASSIC_SYSTEM_EXCEPTION(NAME)                                                                  \
  class NAME : public SystemException {                                                                       \
   public:                                                                                                    \
    explicit NAME(std::uint32_t minor = 0, CompletionStatus completed = COMPLETED_NO)                         \
        : SystemException(minor, completed) {}                                                                \
    void _raise() const override;                                                                             \
    const char* _name() const override;                                                                       \
    const char* _rep_id() const override;                                                                     \
    static NAME* _downcast(Exception* exception) { return dynamic_cast<NAME*>(exception); }                   \
    static const NAME* _downcast(const Exception* exception) { return dynamic_cast<const NAME*>(exception); } \
    static NAME* _narrow(Exception* exception) { return _downcast(exception); }                               \
  };

namespace dimma {
namespace classic {
namespace CORBA {
/// The classes of the standard system exceptions. Any call may throw them; the minor code tells the cause.
DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DIMMA_CLASSIC_SYSTEM_EXCEPTION)
}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
#undef DIMMA_CLASSIC_SYSTEM_EXCEPTION
