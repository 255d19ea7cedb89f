#pragma once
/// Names of calls with a completion token (dimma-idl --asio) for stub headers. <dimma/asio.hpp> defines them: a stub
/// header alone includes no Asio, and a call without that header is an error of an incomplete type.

#include <dimma/generated/operation.hpp>

#include <tuple>

namespace dimma {

/// The token of a call that names none.
struct DefaultToken;

/// Begins a call. `AsyncOperation` is generated, one struct for each operation: its `arguments` and `results` as
/// tuples, the `operation()`, and write() and read() of the tuples, which are compiled with the stub.
template <class Token, class AsyncOperation>
struct Initiation;

}  // namespace dimma
