// dimma_valuetypes_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves valuetypes.idl until SIGTERM. Writes
// valuetypes.ior.

#include "common/program.hpp"
#include "dimma/estate.hpp"

#include <dimma/binding.hpp>
#include <dimma/signals.hpp>

#include <csignal>

namespace {

using namespace mapped;  // NOLINT: what the program is made of

class Store : public virtual CORBA::servant_traits<Estate::Store>::base_type {
 public:
  Estate::Nodes echo_nodes(const Estate::Nodes& a, Estate::Nodes& b, Estate::Nodes& c) override {
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
};

void serve(int argc, char** argv) {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  const program::Options options(argc, argv);
  register_factories(orb);
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const std::string qos = options.optional("--qos", "");
  if (!qos.empty()) poa = dimma::create_poa(poa, "valuetypes", dimma::EngineeringQoS::parse(qos));
  const auto id = poa->activate_object(CORBA::make_reference<Store>());
  program::write_reference(options.required("--ior-dir"), "valuetypes.ior",
                           orb->object_to_string(poa->id_to_reference(id)));
  std::cout << "ready" << std::endl;
  orb->run();
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    serve(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "valuetypes_server: " << exception << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "valuetypes_server: " << exception.what() << '\n';
  }
  return 1;
}
