// Reads and writes values in LSP messages (JSON).
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "idl/server/protocol/positions.hpp"

namespace dimma::idl {

// The error codes of JSON-RPC 2.0 and LSP.
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

// Returns the member with that name; nullptr if there is none, or if the value is not an object.
const boost::json::value* member_of(const boost::json::value* value, std::string_view name);

// Throw RpcError (InvalidParams) if the member is missing or of the wrong type; the message names it.
const boost::json::value& required_member(const boost::json::value& value, std::string_view name);
std::string required_text(const boost::json::value& value, std::string_view name);
TextPosition required_position(const boost::json::value& value, std::string_view name);
TextRange read_range(const boost::json::value& value);

std::optional<std::string> optional_text(const boost::json::value* value);
bool optional_flag(const boost::json::value* value, bool otherwise);
// Returns the strings of an array; ignores other values in it.
std::vector<std::string> texts_of(const boost::json::value* value);

boost::json::value position_json(const TextPosition& position);
boost::json::value range_json(const TextRange& range);

}  // namespace dimma::idl
