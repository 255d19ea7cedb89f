// The server of calls.idl in the modern mapping: prints the reference of an object of Calls::Echo, and serves until a
// client calls shut(). The operations do what those of EchoServant do.
#include <cstdio>

#include "calls_skel.hpp"

namespace {

// Gives the `in` argument back as `inout`, and the `inout` argument as `out`.
template <class Value>
Value passed(const Value& a, Value& b, Value& c) {
  c = b;
  b = a;
  return a;
}

class Echo : public virtual CORBA::servant_traits<Calls::Echo>::base_type {
 public:
  explicit Echo(IDL::traits<CORBA::ORB>::ref_type orb) : orb_(std::move(orb)) {}

  std::string label() override { return label_; }
  void label(const std::string& text) override { label_ = text; }
  std::int32_t served() override { return served_; }
  Calls::Colour paint() override { return colour_; }
  void paint(Calls::Colour value) override { colour_ = value; }
  void ping() override { ++served_; }
  void tell(const std::string& text) override { label_ = text; }
  void lose(const Calls::Root::Step& step) override { throw Calls::Root::Lost(step); }
  std::int32_t left_of(std::int32_t n) override { return n - 1; }
  std::int32_t right_of(std::int32_t n) override { return n + 1; }

  bool flag(bool a, bool& b, bool& c) override { return passed(a, b, c); }
  Calls::Colour tint(Calls::Colour a, Calls::Colour& b, Calls::Colour& c) override { return passed(a, b, c); }
  double add(double a, double& b, double& c) override { return passed(a, b, c); }
  std::string text(const std::string& a, std::string& b, std::string& c) override {
    if (a == "refuse") throw Calls::Refused("it was asked to", 42);
    if (a.empty()) throw Calls::Empty();
    return passed(a, b, c);
  }
  IDL::bounded_string<5> short_text(const IDL::bounded_string<5>& a) override { return a; }
  Calls::Wide same_wide(const Calls::Wide& a, Calls::Wide& b, Calls::Wide& c) override { return passed(a, b, c); }
  Calls::Point place(const Calls::Point& a, Calls::Point& b, Calls::Point& c) override { return passed(a, b, c); }
  Calls::Item thing(const Calls::Item& a, Calls::Item& b, Calls::Item& c) override { return passed(a, b, c); }
  Calls::Either choice(const Calls::Either& a, Calls::Either& b, Calls::Either& c) override { return passed(a, b, c); }
  Calls::Numbers same_numbers(const Calls::Numbers& a, Calls::Numbers& b, Calls::Numbers& c) override {
    return passed(a, b, c);
  }
  Calls::Names same_names(const Calls::Names& a, Calls::Names& b, Calls::Names& c) override { return passed(a, b, c); }
  Calls::Items same_items(const Calls::Items& a, Calls::Items& b, Calls::Items& c) override { return passed(a, b, c); }
  Calls::Row same_row(const Calls::Row& a, Calls::Row& b, Calls::Row& c) override { return passed(a, b, c); }
  Calls::Words same_words(const Calls::Words& a, Calls::Words& b, Calls::Words& c) override { return passed(a, b, c); }
  using Reference = IDL::traits<Calls::Echo>::ref_type;
  Reference other(Reference a, Reference& b, Reference& c) override { return passed(a, b, c); }
  IDL::traits<CORBA::Object>::ref_type any_object(IDL::traits<CORBA::Object>::ref_type a) override { return a; }
  Calls::Echoes same_echoes(const Calls::Echoes& a) override { return a; }
  void fail(std::int32_t minor) override {
    throw CORBA::NO_RESOURCES(static_cast<std::uint32_t>(minor), CORBA::CompletionStatus::COMPLETED_NO);
  }
  std::int32_t out(std::int32_t in) override { return in; }
  void shut() override { orb_->shutdown(false); }

 private:
  IDL::traits<CORBA::ORB>::ref_type orb_;
  std::string label_;
  Calls::Colour colour_ = Calls::Colour::red;
  std::int32_t served_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto servant = CORBA::make_reference<Echo>(orb);
  std::puts(orb->object_to_string(poa->servant_to_reference(servant)).c_str());
  std::fflush(stdout);
  orb->run();
  orb->destroy();
}
