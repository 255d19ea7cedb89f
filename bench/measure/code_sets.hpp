#pragma once
// References of servers whose strings are to be converted on their way.

#include <cstdlib>
#include <string>
#include <string_view>

namespace measure {

// The same "IOR:..." reference, as if its server took UTF-8 and nothing else: a client whose own code set is ISO 8859-1
// then sends UTF-8, and a server whose own is that too converts it back. Throws std::invalid_argument when the server
// does not say that it takes both.
std::string taking_utf8_alone(std::string_view reference);

// Has the ORBs of dimma's that this process makes take strings for ISO 8859-1, as omniORB does, unless the environment
// says otherwise. Before there are threads.
inline void take_latin1() { ::setenv("DIMMA_CODE_SET", "ISO-8859-1", 0); }

}  // namespace measure
