// valuetypes_server --ior-dir DIR [the ORB's options]: serves valuetypes.idl until SIGTERM. Writes valuetypes.ior.

#include "classic/estate.hpp"
#include "classic/serving.hpp"

namespace {

using classic::given;
using estate::shared;

class Lamp final : public POA_Estate::Lamp {
 public:
  char* describe() override { return CORBA::string_dup("lamp"); }
  CORBA::Long depth() override { return 0; }
  Estate::Describable_ptr after(Estate::Describable_ptr it) override {
    if (CORBA::is_nil(it)) {
      const Estate::Node_var why = estate::node(1);
      throw Estate::Refused(given(why.in()), nullptr);
    }
    return Estate::Describable::_duplicate(it);
  }
  void light() override {}
};

class Store final : public POA_Estate::Store {
 public:
  explicit Store(CORBA::Object_ptr lamp) : lamp_(Estate::Lamp::_narrow(lamp)) {}
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
  CORBA::Any* echo_any(const CORBA::Any& a, CORBA::Any& b, CORBA::Any_out c) override {
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
  void refuse(Estate::Node* why) override { throw Estate::Refused(given(why), given(why)); }
  Estate::Describables* echo_describables(const Estate::Describables& a, Estate::Describable_ptr& b,
                                          Estate::Describable_out c) override {
    c = b;
    b = Estate::Describable::_duplicate(a[1]);
    return new Estate::Describables(a);
  }
  char* described(Estate::Describable_ptr it) override {
    if (CORBA::is_nil(it)) return CORBA::string_dup("nothing");
    const CORBA::String_var text = it->describe();
    return CORBA::string_dup((std::string(text) + " " + std::to_string(it->depth())).c_str());
  }
  CORBA::Boolean same_notice(Estate::Describable_ptr a, Estate::Notice* b) override {
    return Estate::Notice::_downcast(a) == b;
  }
  Estate::Lamp_ptr its_lamp() override { return Estate::Lamp::_duplicate(lamp_); }

 private:
  const Estate::Lamp_var lamp_;
};

}  // namespace

int main(int argc, char** argv) {
  return classic::run_server(argc, argv, "valuetypes", [](auto orb, auto poa, const std::string& folder) {
    estate::register_factories(orb);
    const CORBA::Object_var lamp = classic::activated(poa, new Lamp);
    const CORBA::Object_var object = classic::activated(poa, new Store(lamp.in()));
    classic::publish(orb, folder, "valuetypes.ior", object);
  });
}
