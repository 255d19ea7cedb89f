#pragma once
/// Declarations for calls with a completion token (dimma-idl --asio), used in stub headers. <dimma/asio.hpp> defines
/// them: a stub header alone does not include Asio, and a call without that header fails to compile with an incomplete
/// type.

#include <dimma/generated/operation.hpp>

#include <tuple>

namespace dimma {

/// The default token of calls.
struct DefaultToken;

/// Begins a call. `AsyncOperation` is generated, one struct per operation: the types `arguments` and `results`
/// (tuples), operation(), and write() and read() for the tuples, which are compiled with the stub.
template <class Token, class AsyncOperation>
struct Initiation;

}  // namespace dimma
