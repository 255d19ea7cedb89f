#include "services/naming/client/keeper.hpp"

#include <utility>

namespace dimma::naming {

const char* to_string(PublicationStatus::State state) noexcept {
  switch (state) {
    case PublicationStatus::State::pending:
      return "pending";
    case PublicationStatus::State::published:
      return "published";
    case PublicationStatus::State::renewing:
      return "renewing";
    case PublicationStatus::State::taken:
      return "taken";
    case PublicationStatus::State::refused:
      return "refused";
    case PublicationStatus::State::ended:
      break;
  }
  return "ended";
}

Publication::Publication() noexcept = default;
Publication::Publication(Publication&&) noexcept = default;
Publication::Publication(std::unique_ptr<Keeper> keeper) noexcept : keeper_(std::move(keeper)) {}

Publication& Publication::operator=(Publication&& other) noexcept {
  Publication moved(std::move(other));
  std::swap(keeper_, moved.keeper_);
  return *this;
}

Publication::~Publication() {
  if (keeper_ && keeper_->is_inherited()) {
    static_cast<void>(keeper_.release());  // leaked: its thread and the waiting threads do not exist after a fork
    return;
  }
  try {
    unbind();
  } catch (const std::exception&) {
    // The binding disappears when its lease expires.
  }
}

const std::string& Publication::name() const noexcept {
  static const std::string none;
  return keeper_ ? keeper_->name() : none;
}

PublicationStatus Publication::status() const {
  return keeper_ ? keeper_->status()
                 : PublicationStatus{PublicationStatus::State::ended, false, "there is no publication"};
}

void Publication::unbind() {
  if (keeper_ && !keeper_->is_inherited()) keeper_->unbind();
}

void Publication::detach() {
  if (keeper_ && !keeper_->is_inherited()) keeper_->detach();
}

Publication publish(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name,
                    const CORBA::object_reference<CORBA::Object>& object, PublishOptions options) {
  auto keeper = std::make_unique<Publication::Keeper>(orb, name, object, std::move(options));
  keeper->begin();
  return Publication(std::move(keeper));
}

}  // namespace dimma::naming
