// dimma_valuetypes_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves valuetypes.idl until SIGTERM. Writes
// valuetypes.ior.

#include "dimma/estate.hpp"
#include "dimma/serving.hpp"

namespace {

using namespace mapped;  // NOLINT: the names of this program

class Lamp : public virtual CORBA::servant_traits<Estate::Lamp>::base_type {
 public:
  std::string describe() override { return "lamp"; }
  std::int32_t depth() override { return 0; }
  DescribableRef after(DescribableRef given) override {
    if (!given) throw Estate::Refused(node(1), nullptr);
    return given;
  }
  void light() override {}
};

class Store : public virtual CORBA::servant_traits<Estate::Store>::base_type {
 public:
  // Breaks the cycles of nodes, which would leak.
  ~Store() override {
    for (const auto& node : received_) {
      if (node) node->next(nullptr);
    }
  }

  // Not thread-safe: only one client at a time may call it.
  Estate::Nodes echo_nodes(const Estate::Nodes& a, Estate::Nodes& b, Estate::Nodes& c) override {
    received_.insert(received_.end(), a.begin(), a.end());
    c = b;
    b = a;
    return a;
  }
  ShapeRef echo_shape(ShapeRef a, ShapeRef& b, ShapeRef& c) override {
    c = b;
    b = a;
    return a;
  }
  Estate::Holder echo_holder(const Estate::Holder& a, Estate::Holder& b, Estate::Holder& c) override {
    c = b;
    b = a;
    return a;
  }
  CORBA::valuetype_reference<CORBA::ValueBase> echo_base(CORBA::valuetype_reference<CORBA::ValueBase> a) override {
    return a;
  }
  CORBA::Any echo_any(const CORBA::Any& a, CORBA::Any& b, CORBA::Any& c) override {
    c = b;
    b = a;
    return a;
  }
  AccountRef paid(AccountRef it, double amount) override {
    it->pay(amount);
    return it;
  }
  CORBA::valuetype_reference<Estate::LongBox> add(CORBA::valuetype_reference<Estate::LongBox> a,
                                                  CORBA::valuetype_reference<Estate::LongBox> b,
                                                  CORBA::valuetype_reference<Estate::NamesBox>& words) override {
    words = CORBA::make_reference<Estate::NamesBox>(Estate::Names{"sum", "of two"});
    return CORBA::make_reference<Estate::LongBox>(a->_value() + b->_value());
  }
  bool same(NodeRef a, NodeRef b) override { return a == b; }
  std::int32_t number_behind(ShapeRef figure, NodeRef it) override {
    if (IDL::traits<Estate::Ring>::narrow(figure)) return -1;
    return it->number();
  }
  std::string colour_and_number(ShapeRef figure, const CORBA::Any&) override { return figure->colour(); }
  void refuse(NodeRef why) override { throw Estate::Refused(why, why); }
  Estate::Describables echo_describables(const Estate::Describables& a, DescribableRef& b, DescribableRef& c) override {
    c = b;
    b = a.at(1);
    return a;
  }
  std::string described(DescribableRef it) override {
    return it ? it->describe() + " " + std::to_string(it->depth()) : "nothing";
  }
  bool same_notice(DescribableRef a, CORBA::valuetype_reference<Estate::Notice> b) override {
    return a->_to_value() == b;
  }
  CORBA::object_reference<Estate::Lamp> its_lamp() override { return lamp_->_this(); }

 private:
  Estate::Nodes received_;
  CORBA::servant_reference<Lamp> lamp_ = CORBA::make_reference<Lamp>();
};

}  // namespace

int main(int argc, char** argv) {
  return mapped::run_server(argc, argv, "valuetypes", [](const auto& orb, const auto& poa) {
    register_factories(orb);
    return poa->id_to_reference(poa->activate_object(CORBA::make_reference<Store>()));
  });
}
