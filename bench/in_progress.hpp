#pragma once
// The calls of dimma-bench asynchronous, of which clients have several in progress. All ORBs and peers make the same
// ones.

#include <string>

namespace bench {

inline constexpr const char* null_call = "rpc_null_param";
inline constexpr const char* string_call = "rpc_string_100";  // the string is echoed
inline const std::string text_100(100, 's');

}  // namespace bench
