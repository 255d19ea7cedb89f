// Reads and writes the values of LSP messages as JSON.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "idl/server/positions.hpp"

namespace dimma::idl {

// The codes of JSON-RPC 2.0 and LSP.
enum class RpcCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
};

class RpcError : public std::runtime_error {
 public:
  RpcError(RpcCode code, const std::string& message) : std::runtime_error(message), code(code) {}
  const RpcCode code;
};

// Returns the member of that name; nullptr if there is none, or if the value is not an object.
const boost::json::value* member_of(const boost::json::value* value, std::string_view name);

// Throw RpcError (InvalidParams), which names the member that is missing or of another type.
const boost::json::value& required_member(const boost::json::value& value, std::string_view name);
std::string required_text(const boost::json::value& value, std::string_view name);
TextPosition required_position(const boost::json::value& value, std::string_view name);
TextRange read_range(const boost::json::value& value);

std::optional<std::string> optional_text(const boost::json::value* value);
bool optional_flag(const boost::json::value* value, bool otherwise);
// Returns the texts of an array; other values in it are left out.
std::vector<std::string> texts_of(const boost::json::value* value);

boost::json::value position_json(const TextPosition& position);
boost::json::value range_json(const TextRange& range);

}  // namespace dimma::idl
