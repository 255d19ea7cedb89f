// valuetypes_server --ior-dir DIR [omniORB's options]: serves valuetypes.idl until SIGTERM. Writes valuetypes.ior.

#include "common/program.hpp"
#include "omni/estate.hpp"

namespace {

using estate::shared;

class Store final : public POA_Estate::Store {
 public:
  Estate::Nodes* echo_nodes(const Estate::Nodes& a, Estate::Nodes& b, Estate::Nodes_out c) override {
    c = new Estate::Nodes(b);
    b = a;
    return new Estate::Nodes(a);
  }
  Estate::Shape* echo_shape(Estate::Shape* a, Estate::Shape*& b, Estate::Shape_out c) override {
    c = b;
    b = shared(a);
    return shared(a);
  }
  Estate::Holder* echo_holder(const Estate::Holder& a, Estate::Holder& b, Estate::Holder_out c) override {
    c = new Estate::Holder(b);
    b = a;
    return new Estate::Holder(a);
  }
  CORBA::ValueBase* echo_base(CORBA::ValueBase* a) override { return shared(a); }
  CORBA::Any* echo_any(const CORBA::Any& a, CORBA::Any& b, CORBA::Any_OUT_arg c) override {
    c = new CORBA::Any(b);
    b = a;
    return new CORBA::Any(a);
  }
  Estate::Account* paid(Estate::Account* it, CORBA::Double amount) override {
    it->pay(amount);
    return shared(it);
  }
  Estate::LongBox* add(Estate::LongBox* a, Estate::LongBox* b, Estate::NamesBox_out words) override {
    Estate::Names names;
    names.length(2);
    names[0] = "sum";
    names[1] = "of two";
    words = new Estate::NamesBox(names);
    return new Estate::LongBox(a->_value() + b->_value());
  }
  CORBA::Boolean same(Estate::Node* a, Estate::Node* b) override { return a == b; }
  CORBA::Long number_behind(Estate::Shape* figure, Estate::Node* it) override {
    return Estate::Ring::_downcast(figure) != nullptr ? -1 : it->number();
  }
  char* colour_and_number(Estate::Shape* figure, const CORBA::Any& it) override {
    Estate::Node* node = nullptr;
    std::string text = figure->colour();
    if (it >>= node) text += std::to_string(node->number());
    return CORBA::string_dup(text.c_str());
  }
  void refuse(Estate::Node* why) override { throw Estate::Refused(shared(why), shared(why)); }
};

void serve(int argc, char** argv) {
  const program::Termination termination;
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const std::string folder = program::Options(argc, argv).required("--ior-dir");
  estate::register_factories(orb);
  const CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
  const PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->activate();

  Store* const servant = new Store;
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  servant->_remove_ref();
  const CORBA::Object_var reference = poa->id_to_reference(id);
  const CORBA::String_var text = orb->object_to_string(reference);
  program::write_reference(folder, "valuetypes.ior", text.in());
  std::cout << "ready" << std::endl;
  termination.wait();
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    serve(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "valuetypes_server: " << exception._name() << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "valuetypes_server: " << exception.what() << '\n';
  }
  return 1;
}
