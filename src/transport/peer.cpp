#include <dimma/caller.hpp>

namespace dimma {

std::string to_string(const Peer& peer) {
  std::string text = peer.transport;
  if (!peer.address.empty()) {
    const bool needs_brackets = peer.port != 0 && peer.address.find(':') != std::string::npos;
    text += needs_brackets ? " [" + peer.address + "]" : " " + peer.address;
    if (peer.port != 0) text += ":" + std::to_string(peer.port);
  }
  if (peer.process) {
    text += " uid=" + std::to_string(peer.process->uid);
    if (peer.process->pid != 0) text += " pid=" + std::to_string(peer.process->pid);
  }
  if (peer.security && !peer.security->certificate) text += " anonymous";
  if (peer.security && peer.security->certificate) {
    const auto& certificate = *peer.security->certificate;
    text += " " + (certificate.subject.empty() ? "fingerprint=" + certificate.fingerprint : certificate.subject);
    if (!certificate.is_verified) text += " (not verified)";
  }
  return text;
}

}  // namespace dimma
