#pragma once
/// Names of calls with a completion token (dimma-idl --asio) for stub headers. <dimma/asio.hpp> defines them: a stub
/// header alone does not include Asio, and a call without that header fails to compile with an incomplete type.

#include <dimma/generated/operation.hpp>

#include <tuple>

namespace dimma {

/// The token of a call that names none.
struct DefaultToken;

/// Begins a call. `AsyncOperation` is generated, one struct for each operation: its `arguments` and `results` as
/// tuples, the `operation()`, and write() and read() for the tuples, which are compiled with the stub.
template <class Token, class AsyncOperation>
struct Initiation;

}  // namespace dimma
