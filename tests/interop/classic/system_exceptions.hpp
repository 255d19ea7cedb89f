#pragma once
// The system exceptions that both ORBs with the classic mapping have.

#define EVERYTHING_SYSTEM_EXCEPTIONS(DO) \
  DO(UNKNOWN)                            \
  DO(BAD_PARAM)                          \
  DO(NO_MEMORY)                          \
  DO(IMP_LIMIT)                          \
  DO(COMM_FAILURE)                       \
  DO(INV_OBJREF)                         \
  DO(NO_PERMISSION)                      \
  DO(INTERNAL)                           \
  DO(MARSHAL)                            \
  DO(INITIALIZE)                         \
  DO(NO_IMPLEMENT)                       \
  DO(BAD_TYPECODE)                       \
  DO(BAD_OPERATION)                      \
  DO(NO_RESOURCES)                       \
  DO(NO_RESPONSE)                        \
  DO(PERSIST_STORE)                      \
  DO(BAD_INV_ORDER)                      \
  DO(TRANSIENT)                          \
  DO(FREE_MEM)                           \
  DO(INV_IDENT)                          \
  DO(INV_FLAG)                           \
  DO(INTF_REPOS)                         \
  DO(BAD_CONTEXT)                        \
  DO(OBJ_ADAPTER)                        \
  DO(DATA_CONVERSION)                    \
  DO(OBJECT_NOT_EXIST)                   \
  DO(TRANSACTION_REQUIRED)               \
  DO(TRANSACTION_ROLLEDBACK)             \
  DO(INVALID_TRANSACTION)                \
  DO(INV_POLICY)                         \
  DO(CODESET_INCOMPATIBLE)               \
  DO(REBIND)                             \
  DO(TIMEOUT)                            \
  DO(BAD_QOS)
