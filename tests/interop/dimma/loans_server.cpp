// dimma_loans_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves loans.idl until SIGTERM. Writes loans.ior.

#include "dimma/serving.hpp"

#include <loans_skel.hpp>

#include <algorithm>
#include <numeric>

namespace {

class Mirror final : public virtual CORBA::servant_traits<Lenders::Mirror>::base_type {
 public:
  Lenders::Octets reverse(Lenders::Octets data) override {
    auto reversed = dimma::loan_result<std::uint8_t>(data.size());
    std::reverse_copy(data.begin(), data.end(), reversed.begin());
    return reversed;
  }
  void halve(Lenders::Readings& data, Lenders::Octets& channels) override {
    auto found = dimma::loan_result<std::uint8_t>(data.size());
    for (std::size_t i = 0; i < data.size(); ++i) {
      data[i].value(data[i].value() / 2);
      found[i] = data[i].channel();
    }
    channels = std::move(found);
  }
  double sum(Lenders::Few data) override { return std::accumulate(data.begin(), data.end(), 0.0); }
  void note(Lenders::Octets data) override { noted_ = static_cast<std::uint32_t>(data.size()); }
  std::uint32_t noted() override { return noted_; }

 private:
  std::uint32_t noted_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  return mapped::run_server(argc, argv, "loans", [](const auto&, const auto& poa) {
    return poa->id_to_reference(poa->activate_object(CORBA::make_reference<Mirror>()));
  });
}
