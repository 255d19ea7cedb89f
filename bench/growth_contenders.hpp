#pragma once
// The servers that are called while something grows; for dimma-bench growth and the report.

#include "growth_objects.hpp"

#include <string>
#include <vector>

namespace bench {

// A server and a client at a place of the axis. The client needs --objects too, with the server's file objects.ior.
struct Grown {
  std::string who;
  std::size_t count;
  std::string server;
  std::vector<std::string> server_options;
  std::string client;
  std::vector<std::string> client_options;
};

// For each of the numbers: dimma, and omniORB where it is built.
std::vector<Grown> grown_operations(const std::vector<std::size_t>& counts);  // without omniORB
std::vector<Grown> grown_poas(const std::vector<std::size_t>& counts);
std::vector<Grown> grown_bindings(const std::vector<std::size_t>& counts);

}  // namespace bench
