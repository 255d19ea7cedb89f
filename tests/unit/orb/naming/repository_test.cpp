// Interface repositories: an object's interface definition, and the types of repositories in orb.idl; and the other
// parts of orb.idl that have generated files.

#include "unit/orb/orb_fixture.hpp"

#include <dimma/dsi.hpp>

#include <boxes.hpp>
#include <ir.hpp>
#include <roles.hpp>
#include <services.hpp>

namespace dimma::test {
namespace {

// A repository that has one id, under which it returns itself.
class RepositoryServant : public PortableServer::DynamicImplementation {
 public:
  void invoke(CORBA::object_reference<CORBA::ServerRequest> request) override {
    const auto parameters = CORBA::make_reference<CORBA::NVList>();
    CORBA::Any result;
    if (request->operation() == "lookup_id") {
      parameters->add_value("search_id", CORBA::Any(CORBA::_tc_string, nullptr), CORBA::ARG_IN);
      request->arguments(parameters);
      std::string id;
      parameters->item(0)->value() >>= id;
      result <<= id == known ? itself : nullptr;
    } else if (request->operation() == "_get_name") {
      request->arguments(parameters);
      result <<= std::string("Counter");
    } else {
      throw CORBA::BAD_OPERATION(minor::bad_operation_unknown, CORBA::COMPLETED_NO);
    }
    request->set_result(result);
  }
  std::string _primary_interface(const PortableServer::ObjectId&,
                                 CORBA::object_reference<PortableServer::POA>) override {
    return "IDL:omg.org/CORBA/Repository:1.0";
  }

  std::string known = "IDL:Sample/Counter:1.0";
  CORBA::object_reference<CORBA::Object> itself;
};

class RepositoryTest : public OrbTest {
 protected:
  void register_repository() {
    repository_ = CORBA::make_reference<RepositoryServant>();
    repository_->itself = root_->id_to_reference(root_->activate_object(repository_));
    server_->register_initial_reference("InterfaceRepository", repository_->itself);
  }
  ~RepositoryTest() override {
    if (repository_) repository_->itself = nullptr;
  }
  CORBA::servant_reference<RepositoryServant> repository_;
};

TEST_F(RepositoryTest, AnObjectWithoutARepositorySaysSo) {
  const auto counter = activated();
  EXPECT_RAISES(counter->_get_interface(), CORBA::INTF_REPOS, minor::intf_repos_none);
  EXPECT_RAISES(at_client(counter)->_get_interface(), CORBA::INTF_REPOS, minor::intf_repos_none);
  EXPECT_RAISES(root_->_get_interface(), CORBA::NO_IMPLEMENT, minor::no_implement_local_object);
}

TEST_F(RepositoryTest, AnObjectAsksTheRepositoryForItsInterface) {
  register_repository();
  const auto active = activated();
  for (const auto& counter : {active, at_client(active)}) {
    const CORBA::object_reference<CORBA::InterfaceDef> definition = counter->_get_interface();
    ASSERT_TRUE(definition);
    EXPECT_EQ(definition->name(), "Counter");
  }
}

TEST_F(RepositoryTest, AnInterfaceThatTheRepositoryDoesNotKnow) {
  register_repository();
  repository_->known = "IDL:Sample/Other:1.0";
  EXPECT_RAISES(remote()->_get_interface(), CORBA::INTF_REPOS, minor::intf_repos_unknown_interface);
}

TEST_F(RepositoryTest, ObjectsArePartsOfNoComponent) {
  const auto counter = activated();
  EXPECT_FALSE(counter->_get_component());
  EXPECT_FALSE(at_client(counter)->_get_component());
}

TEST_F(RepositoryTest, MembersKeepWhatTheRepositoryKnows) {
  const auto object = activated();
  CORBA::StructMember member("count", CORBA::_tc_long, narrow_unchecked<CORBA::IDLType>(object));
  CORBA::Any any;
  any <<= Roles::Part{};
  Roles::Part part;
  part.member(member);
  any <<= part;
  Roles::Part again;
  ASSERT_TRUE(any >>= again);
  EXPECT_EQ(again.member().name(), "count");
  EXPECT_TRUE(again.member().type_def()->_is_equivalent(object));
  EXPECT_EQ(CORBA::_tc_StructMember->member_count(), 3U);
  EXPECT_EQ(server_->create_struct_tc("IDL:S:1.0", "S", {member})->member_name(0), "count");

  CORBA::ValueMember value("v", "IDL:V/v:1.0", "IDL:V:1.0", "1.0", CORBA::_tc_long, nullptr, CORBA::PUBLIC_MEMBER);
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  cdr::write(out, CORBA::ValueMemberSeq{value});
  cdr::Decoder in(out.octets());
  const auto values = cdr::read<CORBA::ValueMemberSeq>(in);
  EXPECT_EQ(values.at(0).defined_in(), "IDL:V:1.0");
  EXPECT_EQ(values.at(0).access(), CORBA::PUBLIC_MEMBER);
}

TEST_F(RepositoryTest, BoxedStrings) {
  const Roles::Role role("client", nullptr, CORBA::make_reference<CORBA::StringValue>("remark"));
  EXPECT_EQ(role.remark()->_value(), "remark");
  EXPECT_EQ(IDL::traits<CORBA::WStringValue>::make_reference(L"wide")->_value(), L"wide");
  EXPECT_EQ(std::string(CORBA::_tc_StringValue->id()), "IDL:omg.org/CORBA/StringValue:1.0");
}

TEST_F(RepositoryTest, ServicesThatAnOrbTellsOf) {
  CORBA::ServiceInformation information({1, 2}, {CORBA::ServiceDetail(3, {4, 5})});
  EXPECT_FALSE(server_->get_service_information(CORBA::Security, information));
  CORBA::Any any;
  any <<= information;
  CORBA::ServiceInformation again;
  ASSERT_TRUE(any >>= again);
  EXPECT_EQ(again.service_options(), (CORBA::ServiceOptionSeq{1, 2}));
  EXPECT_EQ(again.service_details().at(0).service_detail(), (CORBA::ServiceDetailData{4, 5}));
  server_->shutdown(true);
  EXPECT_RAISES(server_->get_service_information(CORBA::Security, information), CORBA::BAD_INV_ORDER,
                minor::bad_inv_order_orb_shut_down);
  EXPECT_RAISES(server_->create_list(1), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
}

}  // namespace
}  // namespace dimma::test
