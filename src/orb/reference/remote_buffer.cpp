#include <dimma/remote_buffer.hpp>

#include "base/sync/sync.hpp"
#include "qos/ends.hpp"

#include <dimma/generated/call.hpp>
#include <dimma/minor.hpp>

namespace dimma::detail {

namespace {
constexpr std::chrono::milliseconds server_wait{100};
constexpr std::chrono::milliseconds pause{1};
}  // namespace

void BufferInput::put(ArgumentWriter arguments) {
  static constexpr Operation operation{"put", true};
  call(*this, operation, arguments, [](cdr::Decoder&) {});
}
bool BufferInput::_statically_is_a(std::string_view id) const noexcept {
  return id == _interface_tag.repository_id || CORBA::Object::_statically_is_a(id);
}

void BufferAccess::put_confirmed(ArgumentWriter arguments, ResultReader results) {
  static constexpr Operation operation{"put_confirmed"};
  call(*this, operation, arguments, results);
}
void BufferAccess::get(ArgumentWriter arguments, ResultReader results) {
  static constexpr Operation operation{"get"};
  call(*this, operation, arguments, results);
}
bool BufferAccess::_statically_is_a(std::string_view id) const noexcept {
  return id == _interface_tag.repository_id || BufferInput::_statically_is_a(id);
}

struct BufferLock::State {
  sync::Mutex mutex;
};
BufferLock::BufferLock() : state_(std::make_unique<State>()) {}
BufferLock::~BufferLock() = default;
// Excluded from the analysis, since the class is public and its header has no thread-safety attributes.
void BufferLock::lock() DIMMA_NO_THREAD_SAFETY_ANALYSIS { state_->mutex.lock(); }
void BufferLock::unlock() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { state_->mutex.unlock(); }

bool BufferServantBase::_is_a(const std::string& repository_id) {
  return repository_id == BufferAccess::_interface_tag.repository_id ||
         repository_id == BufferInput::_interface_tag.repository_id || Servant::_is_a(repository_id);
}
std::string BufferServantBase::_repository_id() { return std::string(BufferAccess::_interface_tag.repository_id); }

bool BufferServantBase::_dispatch(ServerRequest& request) {
  const auto operation = request.operation();
  const bool is_put = operation == "put" || operation == "put_confirmed";
  if (!is_put && operation != "get") return Servant::_dispatch(request);
  std::string said;
  request.arguments().get_string(said);
  if (said != type()) {
    throw CORBA::MARSHAL(minor::marshal_malformed, CORBA::COMPLETED_NO, "the buffer holds values of another type");
  }
  if (!is_put) {
    get(request);
    return true;
  }
  const std::uint64_t number = put(request.arguments());
  auto& out = request.reply();
  if (operation == "put_confirmed") out.put(number);
  return true;
}

std::chrono::nanoseconds longest_server_wait() noexcept {
  return sync::has_threads ? std::chrono::nanoseconds(server_wait) : std::chrono::nanoseconds(0);
}
void pause_between_questions() noexcept {
  if (!sync::has_threads) sync::sleep_for(pause);
}
bool is_flow(const EngineeringQoS& qos) noexcept { return qos::wanted_protocol(qos) == Protocol::flow; }

}  // namespace dimma::detail
