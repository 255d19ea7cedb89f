// A server in GLib's main loop: its objects are served on the loop's thread, between the loop's own timers and signals,
// and the ORB has no thread. Qt or libuv can be used in a similar way.
//
//   glib_server [ORB options]    prints the reference of a Ticker

#include "ticker_skel.hpp"

#include <dimma/event_loop.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <csignal>
#include <cstdint>
#include <exception>
#include <iostream>
#include <memory>

#include <glib-unix.h>
#include <glib.h>

namespace {

class TickerServant final : public virtual CORBA::servant_traits<Ticker>::base_type {
 public:
  TickerServant() { start(100); }
  ~TickerServant() override { g_source_remove(timer_); }

  std::uint32_t ticks() override { return ticks_; }
  void interval(std::uint32_t milliseconds) override {
    if (milliseconds == 0) throw CORBA::BAD_PARAM();
    g_source_remove(timer_);
    start(milliseconds);
  }

 private:
  // No lock is needed, because the timer and the servant are called by the same thread.
  static gboolean tick(gpointer servant) {
    ++static_cast<TickerServant*>(servant)->ticks_;
    return G_SOURCE_CONTINUE;
  }
  void start(std::uint32_t milliseconds) { timer_ = g_timeout_add(milliseconds, &tick, this); }

  guint timer_ = 0;
  std::uint32_t ticks_ = 0;
};

struct Server {
  CORBA::object_reference<CORBA::ORB> orb;
  std::shared_ptr<dimma::EventSource> events;
  GMainLoop* loop;
};

// Serves one event. While there are more, the descriptor stays readable, and GLib calls this again after its other
// sources.
gboolean serve(gint /*descriptor*/, GIOCondition /*condition*/, gpointer data) {
  const auto& server = *static_cast<Server*>(data);
  server.events->serve([] {});
  if (!server.events->has_ended()) return G_SOURCE_CONTINUE;
  g_main_loop_quit(server.loop);
  return G_SOURCE_REMOVE;
}

// Begins the shutdown. The loop runs until the upcalls in progress have ended.
gboolean shut_down(gpointer data) {
  static_cast<Server*>(data)->orb->shutdown(false);
  return G_SOURCE_REMOVE;
}

void run(int argc, char** argv) {
  Server server{CORBA::ORB_init(argc, argv), nullptr, nullptr};
  const int descriptor = dimma::run_by_application(server.orb);
  server.events = dimma::event_source(server.orb);
  const auto poa = IDL::traits<PortableServer::POA>::narrow(server.orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto ticker = CORBA::make_reference<TickerServant>();
  std::cout << server.orb->object_to_string(poa->servant_to_reference(ticker)) << std::endl;

  server.loop = g_main_loop_new(nullptr, FALSE);
  g_unix_fd_add(descriptor, G_IO_IN, &serve, &server);
  g_unix_signal_add(SIGTERM, &shut_down, &server);
  g_unix_signal_add(SIGINT, &shut_down, &server);
  g_main_loop_run(server.loop);
  server.orb->destroy();
  g_main_loop_unref(server.loop);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc, argv);
    return 0;
  } catch (const std::exception& exception) {
    std::cerr << "glib_server: " << exception.what() << '\n';
  }
  return 1;
}
