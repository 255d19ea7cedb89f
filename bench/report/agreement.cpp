// The figures of dimma-bench compared with those of plain programs.

#include "report/experiments.hpp"

namespace bench {

void report_agreement(Session& session, Study& into) {
  Arena arena(session, into);
  const measure::MessageSizes sizes = usual_sizes;
  const std::vector<std::string> octets = {std::to_string(sizes.request), std::to_string(sizes.reply)};
  const auto programs = [&](const char* server, const char* client, const std::vector<std::string>& options) {
    std::vector<std::string> serve = {server}, call = {client};
    serve.insert(serve.end(), options.begin(), options.end());
    call.insert(call.end(), options.begin(), options.end());
    return Pair::of_programs(serve, call, arena.placement());
  };
  std::vector<Part> parts;
  const auto add = [&](const char* series, Kind kind, const std::function<std::unique_ptr<Pair>()>& make) {
    parts.push_back({series, kind, "", arena.start(series, kind, "", make), null_rpc});
  };
  add("bare TCP socket, here", Kind::bare, [&] { return Pair::of_sockets(sizes, null_rpc, 1, arena.placement()); });
  add("bare TCP socket, plain program", Kind::bare,
      [&] { return programs("plain_socket_server", "plain_socket_client", octets); });
  add("omniORB, here", Kind::peer, [&] { return omni_pair(arena); });
  add("omniORB, plain program", Kind::peer, [&] { return programs("omni_time_server", "omni_plain_client", {}); });
  session.progress.steps(parts.size() + session.settings.turns);
  arena.play(0, parts);
  // Figures that can be measured from outside a program.
  for (const Part& part : parts) {
    auto& samples = into.named(part.series, part.kind).samples;
    if (part.pair == nullptr || samples.empty()) continue;
    auto& more = samples.back().more;
    more["turns_taken"] = static_cast<double>(part.pair->client().turns_taken());
    more["calls_made"] = static_cast<double>(part.pair->client().calls_made());
    if (part.kind != Kind::bare) continue;
    more["request_octets"] = sizes.request;
    more["reply_octets"] = sizes.reply;
  }
}

}  // namespace bench
