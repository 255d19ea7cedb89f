#pragma once
/// omniORB's functions for names as text (CosNaming 1.3, 2.4 and 2.5.3.5).

#include <omniORB4/CORBA.h>
#include <omniORB4/Naming.hh>

namespace omni {

/// Converts names of the naming service and text without calling it. Each result belongs to the caller.
class omniURI {
 public:
  /// Returns the name that the text stands for: "office.dir/clock" has the components (office, dir) and (clock, ).
  /// Throws CosNaming::NamingContext::InvalidName.
  static CosNaming::Name* stringToName(const char* text);
  /// Returns the text for a name. Throws CosNaming::NamingContext::InvalidName for a name without components.
  static char* nameToString(const CosNaming::Name& name);
  /// Returns "corbaname:address#name" with the name's text escaped, or "corbaname:address" for an empty one. Throws
  /// CosNaming::NamingContextExt::InvalidAddress if the address has no colon, CosNaming::NamingContext::InvalidName for
  /// a text that is no name.
  static char* addrAndNameToURI(const char* address, const char* name);
};

}  // namespace omni
