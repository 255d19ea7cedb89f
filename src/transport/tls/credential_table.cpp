#include "transport/tls/credential_table.hpp"

#include "base/log/log.hpp"

namespace dimma::transport {
namespace {

constexpr std::chrono::seconds look_interval{1};

std::string title(std::string_view name) {
  return name.empty() ? "the default TLS credentials" : "the TLS credentials '" + std::string(name) + "'";
}

}  // namespace

void CredentialTable::set(std::string_view name, const tls::Credentials& credentials) {
  auto fresh = std::make_shared<Contexts>(make_contexts(credentials));
  const sync::LockGuard lock(mutex_);
  Entry& entry = entries_[std::string(name)];
  if (entry.contexts) hand_over_sessions(*entry.contexts, *fresh);
  entry = {.credentials = credentials, .contexts = std::move(fresh), .looked = Clock::now(), .refused = {}};
}

void CredentialTable::read(Entry& entry) {
  auto fresh = std::make_shared<Contexts>(make_contexts(entry.credentials));
  if (entry.contexts) hand_over_sessions(*entry.contexts, *fresh);
  entry.contexts = std::move(fresh);
  entry.looked = Clock::now();
  entry.refused.clear();
}

void CredentialTable::reload() {
  std::string failures;
  const sync::LockGuard lock(mutex_);
  for (auto& [name, entry] : entries_) {
    if (name.empty() && !entry.contexts) continue;  // not used yet
    try {
      read(entry);
    } catch (const CredentialsError& error) {
      failures += (failures.empty() ? "" : "; ") + title(name) + ": " + error.what();
    }
  }
  if (!failures.empty()) throw CredentialsError(failures);
}

template <class Entries>
auto& CredentialTable::find(Entries& entries, std::string_view name) {
  const auto found = entries.find(name);
  if (found != entries.end()) return found->second;
  throw CredentialsError("no TLS credentials are named '" + std::string(name) +
                         "'; dimma::tls::set_credentials() adds them");
}

void CredentialTable::look_again(std::string_view name, Entry& entry) {
  const auto now = Clock::now();
  if (now - entry.looked < look_interval) return;
  entry.looked = now;
  auto files = stamps_of(entry.credentials);
  if (files == entry.contexts->files || files == entry.refused) return;
  try {
    read(entry);
  } catch (const CredentialsError& error) {
    entry.refused = std::move(files);
    log::write(log::Event::credentials_unusable, [&] {
      return log::Entry{title(name) +
                        " have changed and cannot be used; the previous ones stay in use: " + error.what()};
    });
  }
}

std::shared_ptr<const Contexts> CredentialTable::current(std::string_view name) {
  const sync::LockGuard lock(mutex_);
  Entry& entry = find(entries_, name);
  if (!entry.contexts) {
    read(entry);
  } else {
    look_again(name, entry);
  }
  return entry.contexts;
}

tls::Credentials CredentialTable::credentials(std::string_view name) const {
  const sync::LockGuard lock(mutex_);
  return find(entries_, name).credentials;
}

}  // namespace dimma::transport
