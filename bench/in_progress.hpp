#pragma once
// The calls of dimma-bench asynchronous, of which clients have several in progress: the same of every ORB and peer.

#include <string>

namespace bench {

inline constexpr const char* null_call = "rpc_null_param";
inline constexpr const char* string_call = "rpc_string_100";  // there and back
inline const std::string text_100(100, 's');

}  // namespace bench
