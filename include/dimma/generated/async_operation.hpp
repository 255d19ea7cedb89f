#pragma once
/// What stub headers name of calls with a completion token (dimma-idl --asio). <dimma/asio.hpp> defines it: a stub
/// header alone includes no Asio, and a call without that header is an error of an incomplete type.

#include <dimma/generated/operation.hpp>

#include <tuple>

namespace dimma {

/// Where a call names no token.
struct DefaultToken;

/// Begins a call. `AsyncOperation` is generated, one struct for each operation: its `arguments` and `results` as
/// tuples, the `operation()`, and write() and read() of the tuples, which are compiled with the stub.
template <class Token, class AsyncOperation>
struct Initiation;

}  // namespace dimma
