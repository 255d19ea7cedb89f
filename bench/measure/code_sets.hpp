#pragma once
// References to servers whose strings need conversion.

#include <cstdlib>
#include <string>
#include <string_view>

namespace measure {

// The same "IOR:..." reference, changed as if its server accepted UTF-8 only: a client with the native code set ISO
// 8859-1 then sends UTF-8, and a server with the same native code set converts it back. Throws std::invalid_argument if
// the reference does not offer both code sets.
std::string taking_utf8_alone(std::string_view reference);

// Makes ISO 8859-1 the native code set of the dimma ORBs of this process, as it is omniORB's, unless the environment
// has another one. Must be called before other threads are started.
inline void take_latin1() { ::setenv("DIMMA_CODE_SET", "ISO-8859-1", 0); }

}  // namespace measure
