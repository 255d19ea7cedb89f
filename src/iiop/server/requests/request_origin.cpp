#include "iiop/server/requests/request_origin.hpp"

#include <utility>

namespace dimma::iiop {

RequestOrigin::RequestOrigin(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream,
                             bool is_both_ways)
    : core_(std::move(core)),
      stream_(std::move(stream)),
      session_(*stream_),
      is_both_ways_(is_both_ways),
      memory_(std::make_shared<MemoryShare>(core_->rules.settings.memory,
                                            [this] { give_up(no_memory_left, log::Event::memory_exhausted); })),
      client_(*stream_, core_->rules.settings.native_code_set),
      counts_(core_->rules),
      replies_(*this, *core_, *stream_) {}

RequestOrigin::~RequestOrigin() = default;

}  // namespace dimma::iiop
