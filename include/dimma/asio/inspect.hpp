#pragma once
/// An inspection (<dimma/inspect.hpp>) that the application's executors serve. Part of the library dimma::inspect.

#include <dimma/inspect.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <string>

namespace dimma::asio {

/// Like dimma::inspect::serve(), but without a thread: answers are made on the executor, one after the other, like any
/// other work there. While the executor is busy, no request is answered. Thread safe.
///
/// The destructor of the Server has the executor close what is open and does not wait: an answer in progress still
/// ends. The executor's context (an io_context, a thread_pool) has to outlive the Server.
inspect::Server inspect_on(const boost::asio::any_io_executor& executor, const CORBA::object_reference<CORBA::ORB>& orb,
                           const std::string& address = "127.0.0.1:8680", const std::string& token = {});

}  // namespace dimma::asio
