// bare_tls_server --ior-dir DIR --certificate FILE --key FILE: serves requests over TLS, by SSL_read and SSL_write,
// with a thread for each connection, until SIGTERM. Each client sends the sizes of its requests and replies first. The
// port stands where a server of the Time example has a reference.

#include "bare_tls.hpp"
#include "measure/command_line.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <system_error>
#include <thread>

namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void answer(SSL& ssl) {
  bench::BareSizes sizes;
  if (SSL_accept(&ssl) != 1 || !bench::read_all(ssl, &sizes, sizeof sizes)) return;
  std::vector<std::byte> request(sizes.request);
  const std::vector<std::byte> reply(sizes.reply);
  while (bench::read_all(ssl, request.data(), request.size())) bench::write_all(ssl, reply.data(), reply.size());
}

void serve(SSL_CTX& context, int socket) noexcept {
  try {
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const bench::BareSsl ssl(SSL_new(&context));
    if (ssl && SSL_set_fd(ssl.get(), socket) == 1) answer(*ssl);
  } catch (const std::exception& e) {
    std::cerr << "bare_tls_server: " << e.what() << '\n';
  }
  ::close(socket);
}

int listen_anywhere(const std::string& folder) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  socklen_t length = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(listener, reinterpret_cast<sockaddr*>(&address), length) != 0 || ::listen(listener, SOMAXCONN) != 0 ||
      ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    fail("listen");
  }
  for (const char* const name : {"/reqreply.ior", "/oneway.ior"}) {
    std::ofstream(folder + name) << ntohs(address.sin_port) << '\n';
  }
  return listener;
}

void accept_all(SSL_CTX& context, int listener) {
  for (;;) {
    const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) fail("accept");
    std::thread([&context, socket] { serve(context, socket); }).detach();
  }
}

int run(int argc, char** argv) {
  std::string folder;
  std::string certificate;
  std::string key;
  measure::CommandLine command_line("bare_tls_server --ior-dir DIR --certificate FILE --key FILE",
                                    "Answers over TLS without an ORB.");
  command_line.required("ior-dir", folder, "where the port is written")
      .required("certificate", certificate, "in PEM form")
      .required("key", key, "its private key");
  if (!command_line.parse(argc, argv)) return 0;
  const auto context = bench::bare_context(TLS_server_method());
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);  // as dimma's servers do; openssl s_time needs it
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context.get(), 1);
  if (SSL_CTX_use_certificate_chain_file(context.get(), certificate.c_str()) != 1 ||
      SSL_CTX_use_PrivateKey_file(context.get(), key.c_str(), SSL_FILETYPE_PEM) != 1) {
    bench::fail_of_tls(certificate);
  }
  sigset_t ending;
  ::sigemptyset(&ending);
  ::sigaddset(&ending, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);  // inherited by the threads that are started below
  const int listener = listen_anywhere(folder);
  std::thread([&context, listener] { accept_all(*context, listener); }).detach();
  std::cout << "ready" << std::endl;
  int signal = 0;
  ::sigwait(&ending, &signal);
  std::cout.flush();
  std::exit(0);  // does not unwind this stack, which the other threads still use
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  return measure::run_program("bare_tls_server", [&] { return run(argc, argv); });
}
