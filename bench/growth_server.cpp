// growth_server --ior-dir DIR [--operations N] [--poas N]: the Time example's server with many POAs or operations. It
// writes its references to objects.ior, one a line: 1,000 objects of N POAs, those of the last POA at the end; or one
// object whose interface has N operations.

#include "Time/time_servants.hpp"
#include "common/example_server.hpp"
#include "growth_objects.hpp"

#include <array>
#include <deque>
#include <fstream>
#include <memory>

namespace {

using PortableServer::POA;
using Skeleton = CORBA::servant_traits<TestReqReply>::base_type;

// A TestReqReply that serves `Size` other operations, which dimma::serve() looks up in a table, as it does for a
// generated skeleton. The table is filled when the program starts, because a skeleton of 10,000 operations takes
// minutes to compile.
template <std::size_t Size>
class ManyOperations final : public virtual Skeleton {
 public:
  explicit ManyOperations(Served& served) : served_(served) {
    for (std::size_t i = 0; i < Size; ++i) {
      names_.push_back(bench::operation_name(i));
      table_[i] = {names_.back(), [](void* servant, dimma::ServerRequest& request) {
                     static_cast<ManyOperations*>(servant)->test_no_param();
                     request.reply();
                   }};
    }
  }
  bool _dispatch(dimma::ServerRequest& request) override {
    if (dimma::serve(table_, this, request)) return true;
    return Skeleton::_dispatch(request);
  }
  void test_no_param() override { served_.note(); }
  void test_string(std::string& text) override { served_.note(text.size()); }

 private:
  Served& served_;
  std::deque<std::string> names_;
  dimma::SkeletonEntry table_[Size];
};

template <std::size_t Size>
IDL::traits<CORBA::Object>::ref_type activate_operations(POA& poa, Served& served) {
  return poa.servant_to_reference(CORBA::make_reference<ManyOperations<Size>>(served));
}

IDL::traits<CORBA::Object>::ref_type activate_operations(POA& poa, std::size_t count, Served& served) {
  switch (count) {
    case 1:
      return activate_operations<1>(poa, served);
    case 10:
      return activate_operations<10>(poa, served);
    case 100:
      return activate_operations<100>(poa, served);
    case 1000:
      return activate_operations<1000>(poa, served);
    case 10'000:
      return activate_operations<10'000>(poa, served);
    default:
      throw measure::UsageError("--operations: 1, 10, 100, 1000 and 10000 are compiled");
  }
}

int serve(int argc, char** argv) {
  ExampleServer server(argc, argv, "growth_server");
  std::size_t operations = 0;
  std::size_t poas = 1;
  server.flags()
      .count("operations", operations, "one object, whose interface has so many (none: 1,000 usual objects)")
      .count("poas", poas, "how many POAs the objects are shared out among (1)", bench::called_max);
  if (!server.flags().parse(argc, argv)) return 0;

  const auto root = server.root_poa();
  Served served;
  std::ofstream references(server.file("objects.ior"));
  if (operations != 0) {
    references << server.text_of(activate_operations(*root, operations, served)) << '\n';
  } else {
    const auto manager = root->the_POAManager();
    std::size_t made = 0;
    for (std::size_t i = 1; i <= poas; ++i) {
      const auto poa = root->create_POA("poa_" + std::to_string(1000 + i), manager, {});
      for (const std::size_t until = bench::called_max * i / poas; made < until; ++made) {
        const auto id = poa->activate_object(CORBA::make_reference<ReqReplyServant>(served));
        references << server.text_of(poa->id_to_reference(id)) << '\n';
      }
    }
  }
  references.close();
  server.publish(root, CORBA::make_reference<ReqReplyServant>(served), "reqreply");
  server.publish(root, CORBA::make_reference<OnewayServant>(served), "oneway");
  server.serve();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("growth_server", [&] { return serve(argc, argv); });
}
