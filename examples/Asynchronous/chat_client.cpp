// A member of the chat, in one thread: it reads lines from its input and sends them to the room, which calls it back
// with the lines of all members.
//
//   chat_client REFERENCE NAME [ORB options]
//
// At the end of its input it leaves the room. For scripts: the line "/wait TEXT" waits until a line with that text has
// been received; the next "/wait" looks only at the lines after that one.

#include "chat_skel.hpp"

#include <dimma/asio.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <deque>
#include <exception>
#include <iostream>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace {

namespace asio = boost::asio;

class Ear final : public virtual CORBA::servant_traits<Chat::Member>::base_type {
 public:
  explicit Ear(asio::io_context& io) : heard_(io, asio::steady_timer::time_point::max()) {}

  void hear(const std::string& line) override {
    std::cout << line << std::endl;
    if (lines_.size() == lines_max) lines_.pop_front();
    lines_.push_back(line);
    heard_.cancel();
  }

  asio::awaitable<void> wait_for(std::string text) {
    for (;;) {
      while (!lines_.empty()) {
        const auto line = std::move(lines_.front());
        lines_.pop_front();
        if (line.find(text) != std::string::npos) co_return;
      }
      co_await heard_.async_wait(asio::as_tuple(asio::use_awaitable));  // hear() cancels the wait
    }
  }

 private:
  static constexpr std::size_t lines_max = 1000;

  asio::steady_timer heard_;
  std::deque<std::string> lines_;  // the lines that wait_for() has not looked at
};

class Input {
 public:
  explicit Input(asio::io_context& io) : descriptor_(io, ::dup(STDIN_FILENO)) {}

  // Returns false at the end of the input.
  asio::awaitable<bool> read_line(std::string& line) {
    const auto [error, octets] = co_await asio::async_read_until(descriptor_, asio::dynamic_buffer(read_), '\n',
                                                                 asio::as_tuple(asio::use_awaitable));
    if (error) co_return false;
    line = read_.substr(0, octets - 1);
    read_.erase(0, octets);
    co_return true;
  }

 private:
  asio::posix::stream_descriptor descriptor_;
  std::string read_;
};

asio::awaitable<void> chat(asio::io_context& io, CORBA::object_reference<Chat::Room> room, std::string name,
                           CORBA::servant_reference<Ear> ear, CORBA::object_reference<Chat::Member> member) {
  const auto [seat, others] = co_await room->async_join(name, member);
  for (const auto& other : others) std::cout << "* " << other << " is here\n";
  std::cout << "* you are here" << std::endl;
  const std::string wait = "/wait ";
  Input input(io);
  for (std::string line; co_await input.read_line(line);) {
    if (line.starts_with(wait)) {
      co_await ear->wait_for(line.substr(wait.size()));
    } else {
      co_await seat->async_say(line);
    }
  }
  co_await seat->async_leave();
}

int take_part(int argc, char** argv) {
  asio::io_context io{1};
  const auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 3) {
    std::cerr << "usage: chat_client REFERENCE NAME\n";
    orb->destroy();
    return 2;
  }
  dimma::asio::run_on(orb, io.get_executor());
  const auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto ear = CORBA::make_reference<Ear>(io);
  const auto member = ear->_this();
  const auto room = dimma::narrow_unchecked<Chat::Room>(orb->string_to_object(argv[1]));  // makes no call

  std::exception_ptr failure;
  asio::co_spawn(io, chat(io, room, argv[2], ear, member), [&](std::exception_ptr raised) {
    failure = std::move(raised);
    orb->shutdown(false);
  });
  io.run();  // returns when the ORB has been shut down
  orb->destroy();
  if (failure) std::rethrow_exception(failure);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return take_part(argc, argv);
  } catch (const Chat::NameTaken&) {
    std::cerr << "chat_client: somebody of that name is there already\n";
  } catch (const std::exception& exception) {
    std::cerr << "chat_client: " << exception.what() << '\n';
  }
  return 1;
}
