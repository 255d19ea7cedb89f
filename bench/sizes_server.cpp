// sizes_server --ior-dir DIR [--qos QOS]: serves a Sizes object until SIGTERM.

#include "common/example_server.hpp"
#include "measure/code_sets.hpp"

#include <sizes_skel.hpp>

namespace {

class SizesServant final : public virtual CORBA::servant_traits<Sizes>::base_type {
  void octets(const OctetSeq&) override {}
  void loaned(LoanedSeq) override {}
  void chars(const CharSeq&) override {}
  void longs(const LongSeq&) override {}
  void doubles(const DoubleSeq&) override {}
  void text(const std::string&) override {}
  void wide(const std::wstring&) override {}
  void pieces(const PieceSeq&) override {}
  void strings(const StringSeq&) override {}
  void choices(const ChoiceSeq&) override {}
  void anys(const AnySeq& value) override {
    for (const CORBA::Any& any : value) {
      Piece piece;
      if (!(any >>= piece)) throw CORBA::BAD_PARAM();
    }
  }
  void anything(const CORBA::Any& value) override {
    // Extracts the value, because an Any's value may not be decoded earlier.
    OctetSeq octets;
    if (!(value >>= octets)) throw CORBA::BAD_PARAM();
  }
  OctetSeq octets_result(std::uint32_t octets) override { return OctetSeq(octets, 7); }
  LoanedSeq loaned_result(std::uint32_t octets) override {
    auto result = dimma::loan_result<std::uint8_t>(octets);
    if (!result.empty()) result[0] = 7;  // as the client writes an octet of its loans
    return result;
  }
};

int serve(int argc, char** argv) {
  measure::take_latin1();
  ExampleServer server(argc, argv, "sizes_server");
  if (!server.flags().parse(argc, argv)) return 0;
  const auto poa = server.poa_of(dimma::EngineeringQoS::parse(server.qos()));
  const auto servant = CORBA::make_reference<SizesServant>();
  server.publish(poa, servant, "reqreply");
  server.publish(poa, servant, "oneway");
  server.serve();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("sizes_server", [&] { return serve(argc, argv); });
}
