#pragma once
// The experiments of a report. Each fills in what it measures as it goes, so that what there is when it ends before its
// time is kept; throws Interrupted.

#include "report/arena.hpp"

#include <vector>

namespace bench {

struct Planned {
  const char* name;
  double share;  // of a whole run's time, about
  void (*run)(Session& session, Study& into);
};
const std::vector<Planned>& planned_experiments();

void report_null_rpc(Session& session, Study& into);
void report_oneway(Session& session, Study& into);
void report_sizes(Session& session, Study& into);
void report_read_ahead(Session& session, Study& into);
void report_flow(Session& session, Study& into);
void report_buffers(Session& session, Study& into);
void report_threads(Session& session, Study& into);
void report_pools(Session& session, Study& into);
void report_connections(Session& session, Study& into);
void report_objects(Session& session, Study& into);
void report_over_time(Session& session, Study& into);

// The peers that are no CORBA ORBs: their programs are PROGRAM_time_server and PROGRAM_time_client.
struct MorePeer {
  const char* program;
  const char* name;
  const char* packages;  // Debian's
};
inline constexpr MorePeer more_peers[] = {{"capnp", "Cap'n Proto", "capnproto, libcapnp-dev"},
                                          {"grpc", "gRPC", "libgrpc++-dev, protobuf-compiler-grpc"},
                                          {"ice", "ZeroC Ice", "libzeroc-ice-dev, zeroc-ice-compilers"}};
bool is_built(const MorePeer& peer);

// What several of them start.
inline constexpr const char* full_qos = "transport=tcp,processing=nullTask,messages=1";
// Those of the Time example, at both ends with the QoS, and omniORB's.
std::unique_ptr<Pair> time_pair(const Arena& arena, const std::string& client_qos, const std::string& server_qos,
                                const std::vector<std::string>& client_options = {});
std::unique_ptr<Pair> omni_pair(const Arena& arena, const std::vector<std::string>& client_options = {},
                                const std::vector<std::string>& server_options = {});

}  // namespace bench
