// The server of anys.idl in the modern mapping: prints the reference of an object of Anys::Echo, and serves until a
// client calls shut(). The operations do what those of AnysServant do.
#include <algorithm>
#include <cstdio>

#include "anys_skel.hpp"

namespace {

using Kind = CORBA::typecode_reference;

class Echo : public virtual CORBA::servant_traits<Anys::Echo>::base_type {
 public:
  explicit Echo(IDL::traits<CORBA::ORB>::ref_type orb) : orb_(std::move(orb)) {}

  CORBA::Any swap(const CORBA::Any& first, CORBA::Any& second, CORBA::Any& third) override {
    std::string text;
    if ((first >>= text) && text == "refuse") throw Anys::Echo::Refused(first);
    third = second;
    second = first;
    return first;
  }
  Kind swap_kinds(Kind first, Kind& second, Kind& third) override {
    third = second;
    second = first;
    return first;
  }
  Anys::Values list(const Anys::Values& first, Anys::Kinds& second, Anys::Pair& third) override {
    second.clear();
    for (const CORBA::Any& each : first) second.push_back(each.type());
    if (!first.empty()) third = {first.front(), first.back()};
    Anys::Values reversed = first;
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
  }
  Anys::Item send_item(const Anys::Item& first) override {
    if (first.title() == "bad") throw Anys::Bad(first.value(), first.kind(), Anys::Colour::blue);
    return first;
  }
  Anys::Part send_part(const Anys::Part& first) override { return first; }
  CORBA::StringSeq wrap(const CORBA::StringSeq& texts, CORBA::AnySeq& wrapped) override {
    wrapped.resize(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) wrapped[i] <<= texts[i];
    return texts;
  }
  void note(const CORBA::Any& value) override { held_ = value; }
  CORBA::Any held() override { return held_; }
  void held(const CORBA::Any& value) override { held_ = value; }
  Kind held_kind() override { return kind_; }
  void held_kind(Kind value) override { kind_ = value; }
  void shut() override { orb_->shutdown(false); }

 private:
  IDL::traits<CORBA::ORB>::ref_type orb_;
  CORBA::Any held_;
  Kind kind_ = CORBA::_tc_null;
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
