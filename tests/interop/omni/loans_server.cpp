// loans_server --ior-dir DIR [omniORB's options]: serves loans.idl until SIGTERM. Writes loans.ior.

#include "classic/serving.hpp"

#include <loans.hh>

namespace {

class Mirror final : public POA_Lenders::Mirror {
 public:
  Lenders::Octets* reverse(const Lenders::Octets& data) override {
    Lenders::Octets_var reversed = new Lenders::Octets;
    reversed->length(data.length());
    for (CORBA::ULong i = 0; i < data.length(); ++i) reversed[data.length() - 1 - i] = data[i];
    return reversed._retn();
  }
  void halve(Lenders::Readings& data, Lenders::Octets_out channels) override {
    channels = new Lenders::Octets;
    channels->length(data.length());
    for (CORBA::ULong i = 0; i < data.length(); ++i) {
      data[i].value /= 2;
      (*channels.ptr())[i] = data[i].channel;
    }
  }
  CORBA::Double sum(const Lenders::Few& data) override {
    CORBA::Double all = 0;
    for (CORBA::ULong i = 0; i < data.length(); ++i) all += data[i];
    return all;
  }
  void note(const Lenders::Octets& data) override { noted_ = data.length(); }
  CORBA::ULong noted() override { return noted_; }

 private:
  CORBA::ULong noted_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  return classic::run_server(argc, argv, "loans",
                             [](CORBA::ORB_ptr orb, PortableServer::POA_ptr poa, const std::string& folder) {
                               const CORBA::Object_var object = classic::activated(poa, new Mirror);
                               classic::publish(orb, folder, "loans.ior", object.in());
                             });
}
