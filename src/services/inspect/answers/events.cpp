// Writes the last errors and warnings of the log as JSON.
#include "services/inspect/answers/answers.hpp"
#include "services/inspect/answers/facts.hpp"
#include "services/inspect/text/json_text.hpp"
#include "services/inspect/text/utf8_text.hpp"

#include <dimma/observation.hpp>

#include <boost/json.hpp>

namespace dimma::inspect {

std::string events_json() {
  namespace json = boost::json;
  json::array all;
  const auto events = observation::recorded_events();
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    all.push_back(json::object{{"time_s", seconds_of(event->time)},
                               {"level", std::string(to_string(event->level))},
                               {"event", utf8(event->event)},
                               {"text", utf8(event->text)},
                               {"peer", utf8(event->peer)},
                               {"endpoint", utf8(event->endpoint)},
                               {"object", utf8(event->object)},
                               {"operation", utf8(event->operation)},
                               {"minor", event->minor},
                               {"held_back", event->held_back}});
  }
  return json_text(json::object{{"events", std::move(all)}});
}

}  // namespace dimma::inspect
