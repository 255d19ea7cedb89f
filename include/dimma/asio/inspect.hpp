#pragma once
/// An inspection server (<dimma/inspect.hpp>) that runs on the application's executor. Part of the library
/// dimma::inspect.

#include <dimma/inspect.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <string>

namespace dimma::asio {

/// Like dimma::inspect::serve(), but without a thread: the executor answers the requests, one at a time, like any other
/// work. While it is busy, no request is answered. Thread-safe.
///
/// The destructor of the Server posts the closing of its sockets to the executor and does not wait; an answer in
/// progress still completes. The executor's context (an io_context, a thread_pool) has to outlive the Server.
inspect::Server inspect_on(const boost::asio::any_io_executor& executor, const CORBA::object_reference<CORBA::ORB>& orb,
                           const std::string& address = "127.0.0.1:8680", const std::string& token = {});

}  // namespace dimma::asio
