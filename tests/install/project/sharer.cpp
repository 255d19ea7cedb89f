// A program with a store that several machines share, by the component `store_etcd`.

#include <dimma/etcd_store.hpp>

#include <iostream>

int main() {
  const auto options = dimma::store::parse_etcd_url("etcd:http://127.0.0.1:2379/outside");
  const auto store = dimma::store::open_etcd(options);  // does not connect yet
  std::cout << options.prefix << '\n';
  return 0;
}
