// omni_sizes_server --ior-dir DIR [omniORB's options]: serves dimma-bench's Sizes by omniORB until SIGTERM.

#include "program.hpp"

#include <sizes.hh>

#include <memory>

namespace {

class SizesServant final : public POA_Sizes {
 public:
  void octets(const OctetSeq&) override {}
  void loaned(const LoanedSeq&) override {}
  void chars(const CharSeq&) override {}
  void longs(const LongSeq&) override {}
  void doubles(const DoubleSeq&) override {}
  void text(const char*) override {}
  void wide(const CORBA::WChar*) override {}
  void pieces(const PieceSeq&) override {}
  void strings(const StringSeq&) override {}
  void choices(const ChoiceSeq&) override {}
  void anys(const AnySeq& value) override {
    for (CORBA::ULong i = 0; i < value.length(); ++i) {
      const Piece* piece = nullptr;
      if (!(value[i] >>= piece)) throw CORBA::BAD_PARAM();
    }
  }
  void anything(const CORBA::Any& value) override {
    // Extracts the value, because omniORB does not decode an Any's value earlier.
    const OctetSeq* octets = nullptr;
    if (!(value >>= octets)) throw CORBA::BAD_PARAM();
  }
  OctetSeq* octets_result(CORBA::ULong octets) override { return filled<OctetSeq>(octets); }
  LoanedSeq* loaned_result(CORBA::ULong octets) override { return filled<LoanedSeq>(octets); }

 private:
  template <class Sequence>
  static Sequence* filled(CORBA::ULong octets) {
    auto sequence = std::make_unique<Sequence>(octets);
    sequence->length(octets);
    for (CORBA::ULong i = 0; i < octets; ++i) (*sequence)[i] = 7;
    return sequence.release();
  }
};

int serve(int argc, char** argv) {
  const classic::Termination termination;
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  std::string folder;
  measure::CommandLine command_line("omni_sizes_server --ior-dir DIR", "Serves dimma-bench's Sizes, by omniORB.");
  command_line.required("ior-dir", folder, "where reqreply.ior and oneway.ior are written");
  if (!command_line.parse(argc, argv)) return 0;

  auto* const servant = new SizesServant;
  const PortableServer::ServantBase_var keep(servant);
  const Sizes_var object = servant->_this();
  classic::publish(orb, object, object, folder);
  classic::serve(orb, termination);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program("omni_sizes_server", [&] { return serve(argc, argv); });
}
