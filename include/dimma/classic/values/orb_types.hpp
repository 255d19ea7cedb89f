#pragma once
/// Names of module CORBA for basic types and strings (CORBA 3.3 part 1, 8.2 and 14.5), which IDL files use after
/// `#include <orb.idl>`.

#include <dimma/classic/values/strings.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

typedef char* Identifier;
typedef String_var Identifier_var;
typedef String_out Identifier_out;
typedef char* ScopedName;
typedef String_var ScopedName_var;
typedef String_out ScopedName_out;
typedef char* RepositoryId;
typedef String_var RepositoryId_var;
typedef String_out RepositoryId_out;
typedef char* VersionSpec;
typedef String_var VersionSpec_var;
typedef String_out VersionSpec_out;

typedef ULong Flags;
typedef Flags& Flags_out;
typedef UShort ServiceType;
typedef ServiceType& ServiceType_out;
typedef ULong ServiceOption;
typedef ServiceOption& ServiceOption_out;
typedef ULong ServiceDetailType;
typedef ServiceDetailType& ServiceDetailType_out;
const ServiceType Security = 1;

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
