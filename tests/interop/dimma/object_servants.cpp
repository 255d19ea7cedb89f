#include "dimma/object_servants.hpp"

namespace mapped {

Ref<Everything::Named> Maker::make(const std::string& kind) {
  if (kind == "named") return activate<Everything::Named, Named>(poa_, kind);
  if (kind == "left") return activate<Everything::Left, Left>(poa_, kind);
  if (kind == "right") return activate<Everything::Right, Right>(poa_, kind);
  if (kind == "bottom") return activate<Everything::Bottom, Bottom>(poa_, kind);
  return nullptr;
}

Everything::NamedSeq Maker::make_all() { return {make("named"), make("left"), nullptr, make("right"), make("bottom")}; }

Everything::Offer Maker::make_offer(const std::string& kind) {
  return Everything::Offer("one " + kind, make(kind), _this());
}

Ref<Everything::Named> Maker::exchange(Ref<Everything::Named> first, Ref<Everything::Named>& second,
                                       Ref<Everything::Named>& third) {
  third = second;
  second = first;
  return nullptr;
}

Everything::StringSeq Speaker::speak_to_all(const Everything::ListenerSeq& to, const std::string& text) {
  Everything::StringSeq answers;
  for (const auto& listener : to) answers.push_back(listener->hear(text));
  return answers;
}

std::int32_t Ball::bounce(Ref<Everything::Ball> partner, std::int32_t remaining) {
  return remaining <= 0 ? 0 : 1 + partner->bounce(_this(), remaining - 1);
}

Root::Root(const PoaRef& poa)
    : poa_(poa),
      turns_(activate<Everything::Turns, Turns>(poa)),
      struct_turns_(activate<Everything::StructTurns, StructTurns>(poa)),
      sequence_turns_(activate<Everything::SequenceTurns, SequenceTurns>(poa)),
      errors_(activate<Everything::Errors, Errors>(poa)),
      maker_(activate<Everything::Maker, Maker>(poa, poa)),
      speaker_(activate<Everything::Speaker, Speaker>(poa)),
      ball_(activate<Everything::Ball, Ball>(poa)),
      notes_(activate<Everything::Notes, Notes>(poa)),
      big_(activate<Everything::Big, Big>(poa)),
      keywords_(activate<Everything::interface, Keywords>(poa)),
      versioned_(activate<Everything::Versioned, Versioned>(poa)),
      renamed_(activate<Everything::Renamed, Renamed>(poa)) {}

}  // namespace mapped
