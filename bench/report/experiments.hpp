#pragma once
// The experiments of a report. Each stores its results as it measures them, so that they are kept if it ends early. It
// throws Interrupted.

#include "report/arena.hpp"

#include <array>
#include <span>
#include <vector>

namespace bench {

struct Planned {
  const char* name;
  double share;  // its part of a whole run's time: about the seconds that it takes on a quiet machine
  void (*run)(Session& session, Study& into);
  const char* title;
  const char* question;
  std::array<const char*, 5> plots;  // the page's names of them; nullptr if there are fewer
  const char* axis = "";
  bool by_octets = false;
};
std::span<const Planned> planned_experiments();

void report_null_rpc(Session& session, Study& into);
void report_agreement(Session& session, Study& into);
void report_oneway(Session& session, Study& into);
void report_sizes(Session& session, Study& into);
void report_characters(Session& session, Study& into);
void report_read_ahead(Session& session, Study& into);
void report_loans(Session& session, Study& into);
void report_flow(Session& session, Study& into);
void report_buffers(Session& session, Study& into);
void report_threads(Session& session, Study& into);
void report_asynchronous(Session& session, Study& into);
void report_pools(Session& session, Study& into);
void report_connections(Session& session, Study& into);
void report_objects(Session& session, Study& into);
void report_busy(Session& session, Study& into);
void report_growth(Session& session, Study& into);
#ifdef DIMMA_HAS_SEALED
void report_sealed(Session& session, Study& into);
#endif
void report_over_time(Session& session, Study& into);

// The peers that are not CORBA ORBs. Their programs are PROGRAM_time_server and PROGRAM_time_client.
struct MorePeer {
  const char* program;
  const char* name;
  const char* packages;  // Debian's
  bool oneways;          // it has calls without a reply
  bool any_thread;       // a client may be called from several threads
};
inline constexpr MorePeer more_peers[] = {
    {"capnp", "Cap'n Proto", "capnproto, libcapnp-dev", false, false},
    {"grpc", "gRPC", "libgrpc++-dev, libprotobuf-dev, protobuf-compiler-grpc", false, true},
    {"ice", "ZeroC Ice", "libzeroc-ice-dev, zeroc-ice-compilers", true, true}};
bool is_built(const MorePeer& peer);
// Adds the peer if it is built, with these options of its client.
void enter_peer(Arena& arena, std::vector<Part>& parts, const MorePeer& peer, const std::string& operation,
                const std::vector<std::string>& options = {});

// The sizes of a call without parameters to a dimma server, for use when no server can be asked.
inline constexpr measure::MessageSizes usual_sizes{76, 24};

// Constants and programs that several experiments use.
inline constexpr const char* null_rpc = "rpc_null_param";
inline constexpr const char* bare_tcp = "bare TCP socket";
inline constexpr const char* full_qos = "transport=tcp,processing=nullTask,messages=1";
// The programs of the Time example: dimma's, with a QoS at each end, and omniORB's.
std::unique_ptr<Pair> time_pair(const Arena& arena, const std::string& client_qos, const std::string& server_qos,
                                const std::vector<std::string>& client_options = {});
std::unique_ptr<Pair> omni_pair(const Arena& arena, const std::vector<std::string>& client_options = {},
                                const std::vector<std::string>& server_options = {});

}  // namespace bench
