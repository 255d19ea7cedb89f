#pragma once
// The servers and clients of dimma-bench growth, which the report uses too.

#include "growth_objects.hpp"

#include <string>
#include <vector>

namespace bench {

// A server and a client for one value of the axis. The client also needs --objects, with the server's file objects.ior.
struct Grown {
  std::string who;
  std::size_t count;
  std::string server;
  std::vector<std::string> server_options;
  std::string client;
  std::vector<std::string> client_options;
};

// For each of the numbers: dimma, and omniORB if it is built.
std::vector<Grown> grown_operations(const std::vector<std::size_t>& counts);  // without omniORB
std::vector<Grown> grown_poas(const std::vector<std::size_t>& counts);
std::vector<Grown> grown_bindings(const std::vector<std::size_t>& counts);

}  // namespace bench
