#include "services/inspect/objects.hpp"

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "orb/reference/object_reference.hpp"
#include "services/inspect/answers/answers.hpp"
#include "services/inspect/answers/facts.hpp"
#include "services/inspect/answers/process.hpp"

#include <dimma/binding.hpp>
#include <dimma/portable_server.hpp>
#include <dimma/version.hpp>
#include "DimmaInspect_skel.hpp"

#include <algorithm>
#include <sstream>

namespace dimma::inspect {

namespace {

using namespace observation;

// Escapes octets beyond printable ASCII, since no code set can represent all texts. JSON documents have them in UTF-8.
std::string plain(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string printed;
  for (const char character : text) {
    const auto octet = static_cast<unsigned char>(character);
    if (octet >= 0x20 && octet < 0x7f) {
      printed += character;
    } else {
      printed.append("\\x").append(1, digits[octet >> 4U]).append(1, digits[octet & 15U]);
    }
  }
  return printed;
}

DimmaInspect::Octets octets_of(const std::string& text) { return {text.begin(), text.end()}; }

DimmaInspect::Side side_of(Side side) {
  return side == Side::client ? DimmaInspect::Side::client_side : DimmaInspect::Side::server_side;
}

DimmaInspect::Operation operation_of(const OperationMetrics& metrics) {
  DimmaInspect::Failures failures;
  for (const auto& failure : metrics.failures) failures.emplace_back(plain(failure.exception), failure.count);
  const auto& latency = metrics.latency;
  return {plain(metrics.operation),
          metrics.calls,
          metrics.in_progress,
          std::move(failures),
          metrics.octets_sent,
          metrics.octets_received,
          microseconds(latency.mean()),
          microseconds(latency.quantile(0.5)),
          microseconds(latency.quantile(0.99)),
          microseconds(latency.quantile(1))};
}

DimmaInspect::Channel channel_of(const ChannelMetrics& metrics) {
  DimmaInspect::Operations operations;
  for (const auto& operation : metrics.operations) operations.push_back(operation_of(operation));
  DimmaInspect::Resources resources;
  for (const auto& resource : metrics.resources) {
    resources.emplace_back(resource.resource, resource.in_use, resource.in_use_max, resource.made, resource.waits,
                           resource.refusals);
  }
  return {metrics.id,      side_of(metrics.side), plain(metrics.protocol), plain(metrics.name),
          metrics.is_open, std::move(operations), std::move(resources)};
}

DimmaInspect::Call call_of(const RecordedCall& call) {
  DimmaInspect::Stages stages;
  for (const auto& [name, time] : stages_of(call)) stages.emplace_back(name, microseconds(time));
  return {call.channel,           side_of(call.side),          plain(call.channel_name), plain(call.operation),
          seconds_of(call.begun), microseconds(call.duration), std::move(stages),        call.octets_sent,
          call.octets_received,   outcome_text(call.outcome),  plain(call.exception),    call.minor};
}

// Does not keep the ORB alive: the reference is to the ORB object, whose functions throw after the ORB has been
// destroyed.
class InspectorServant final : public virtual CORBA::servant_traits<DimmaInspect::Inspector>::base_type {
 public:
  explicit InspectorServant(CORBA::object_reference<CORBA::ORB> orb) : orb_(std::move(orb)) {}

  DimmaInspect::Process process_numbers() override {
    const ProcessNumbers numbers = inspect::process_numbers();
    const Observed seen = observed(orb_);
    return {static_cast<std::uint32_t>(numbers.pid),
            plain(numbers.program),
            plain(numbers.host),
            DIMMA_VERSION_STRING,
            plain(orb_->id()),
            numbers.started_s,
            numbers.cpu_s,
            numbers.resident_octets,
            static_cast<std::uint32_t>(numbers.threads),
            static_cast<std::uint32_t>(numbers.descriptors),
            numbers.descriptors_max,
            seen.metrics,
            seen.recorded_calls,
            seen.captured_octets};
  }

  DimmaInspect::Parts list_parts() override {
    DimmaInspect::Parts parts;
    for (const auto& part : parts_of(dimma::describe(orb_))) {
      DimmaInspect::Lines lines;
      for (const auto& line : part.lines) {
        lines.emplace_back(plain(line.name), plain(line.planned), plain(line.usage));
      }
      parts.emplace_back(plain(part.name), plain(part.summary), std::move(lines));
    }
    return parts;
  }

  DimmaInspect::Channels list_channels() override {
    DimmaInspect::Channels channels;
    for (const auto& channel : metrics(orb_)) channels.push_back(channel_of(channel));
    return channels;
  }

  DimmaInspect::Calls last_calls(std::uint32_t how_many) override {
    const auto calls = recorded_calls(orb_);
    const std::size_t limit = std::min<std::size_t>(how_many, calls_max);
    DimmaInspect::Calls latest;
    for (auto call = calls.rbegin(); call != calls.rend() && latest.size() < limit; ++call) {
      latest.push_back(call_of(*call));
    }
    return latest;
  }

  DimmaInspect::Events last_events() override {
    const auto events = recorded_events();
    DimmaInspect::Events latest;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
      latest.emplace_back(seconds_of(event->time), std::string(to_string(event->level)), plain(event->event),
                          plain(event->text), plain(event->peer), plain(event->endpoint), plain(event->object),
                          plain(event->operation), event->minor, event->held_back);
    }
    return latest;
  }

  DimmaInspect::Text describe_json() override { return octets_of(whole(description_json(orb_))); }
  DimmaInspect::Text metrics_text() override { return octets_of(whole(inspect::metrics_text(orb_))); }
  DimmaInspect::Text calls_json(std::uint32_t how_many) override {
    return octets_of(whole(inspect::calls_json(orb_, std::min<std::size_t>(how_many, calls_max))));
  }
  DimmaInspect::Text events_json() override { return octets_of(inspect::events_json()); }

  DimmaInspect::Octets capture() override {
    std::ostringstream octets;
    if (!write_capture(orb_, octets)) throw DimmaInspect::NothingCaptured(nothing_captured);
    return octets_of(octets.str());
  }

 private:
  const CORBA::object_reference<CORBA::ORB> orb_;
};

}  // namespace

// Does not open the default endpoint. The application opens it, perhaps after an executor has been chosen to run the
// ORB.
void publish_inspector(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  const auto poa = root->create_POA("DimmaInspector", root->the_POAManager(), {});
  const auto object = poa->id_to_reference(poa->activate_object(CORBA::make_reference<InspectorServant>(orb)));
  const std::string* const key = CORBA::ObjectAccess::reference(*object)->local_key();
  orb::OrbAccess::lifecycle(*orb)->names().publish("DimmaInspector", {object, *key});
}

}  // namespace dimma::inspect
