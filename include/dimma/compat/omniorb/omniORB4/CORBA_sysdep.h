#pragma once
/// The macros by which programs for omniORB adapt to old compilers, with the values for one of today; and omniORB's
/// names of the basic types.

#include <dimma/classic/values/types.hpp>

// A program's own definition, such as an option -DHAVE_STD, remains.
#ifndef HAVE_STD
#define HAVE_STD 1
#endif
#ifndef HAS_Cplusplus_Namespace
#define HAS_Cplusplus_Namespace
#endif
#ifndef HAS_Cplusplus_Bool
#define HAS_Cplusplus_Bool
#endif
#ifndef HAS_Cplusplus_catch_exception_by_base
#define HAS_Cplusplus_catch_exception_by_base
#endif
#ifndef HAS_LongLong
#define HAS_LongLong
#endif

#define OMNI_NAMESPACE_BEGIN(name) namespace name {
#define OMNI_NAMESPACE_END(name) }
#define OMNI_USING_NAMESPACE(name) using namespace name;

typedef ::dimma::classic::CORBA::Boolean _CORBA_Boolean;
typedef ::dimma::classic::CORBA::Char _CORBA_Char;
typedef ::dimma::classic::CORBA::WChar _CORBA_WChar;
typedef ::dimma::classic::CORBA::Octet _CORBA_Octet;
typedef ::dimma::classic::CORBA::Short _CORBA_Short;
typedef ::dimma::classic::CORBA::UShort _CORBA_UShort;
typedef ::dimma::classic::CORBA::Long _CORBA_Long;
typedef ::dimma::classic::CORBA::ULong _CORBA_ULong;
typedef ::dimma::classic::CORBA::LongLong _CORBA_LongLong;
typedef ::dimma::classic::CORBA::ULongLong _CORBA_ULongLong;
typedef ::dimma::classic::CORBA::Float _CORBA_Float;
typedef ::dimma::classic::CORBA::Double _CORBA_Double;
