// A store that several machines share, of the component that a project asks for.

#include <dimma/etcd_store.hpp>

#include <iostream>

int main() {
  const auto options = dimma::store::parse_etcd_url("etcd:http://127.0.0.1:2379/outside");
  const auto store = dimma::store::open_etcd(options);  // asks nothing yet
  std::cout << options.prefix << '\n';
  return 0;
}
