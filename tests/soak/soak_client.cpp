// soak_client --reference FILE [--qos QOS] [--seed N]: for each line N of its input makes N calls of test_string with
// random texts at the object that the file names, checks each reply, and prints the number of calls and its own
// resources. After the end of a server it reads the file again.

#include "common/references.hpp"
#include "common/run_program.hpp"

#include <dimma/binding.hpp>
#include <time.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <stdexcept>
#include <thread>

namespace {

using namespace std::chrono_literals;

std::size_t entries(const char* folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) count += entry.exists() ? 1U : 0U;
  return count;
}

class Soaked {
 public:
  Soaked(IDL::traits<CORBA::ORB>::ref_type orb, std::string file, const std::string& qos, std::size_t seed)
      : orb_(std::move(orb)), file_(std::move(file)), qos_(dimma::EngineeringQoS::parse(qos)), random_(seed) {}

  void calls(std::size_t count) {
    while (count != 0) {
      if (!binding_) bind();
      try {
        call();
        --count;
        ++made_;
      } catch (const CORBA::COMM_FAILURE&) {
        lose();
      } catch (const CORBA::TRANSIENT&) {
        lose();
      } catch (const CORBA::OBJECT_NOT_EXIST&) {
        lose();  // another server at the same port
      }
    }
  }

  void say() const {
    std::cout << "{\"calls\": " << made_ << ", \"lost\": " << lost_ << ", \"descriptors\": " << entries("/proc/self/fd")
              << ", \"threads\": " << entries("/proc/self/task") << "}" << std::endl;
  }

 private:
  // Texts are mostly short; some need a longer buffer, and a few do not fit into a ring or a socket's buffer at once.
  std::string text() {
    const auto kind = random_() % 100;
    const std::size_t most = kind < 80 ? 100 : kind < 99 ? 20'000 : 2'000'000;
    std::string text(random_() % most, '\0');
    const auto salt = random_();
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('a' + (i * 7 + salt) % 26);
    return text;
  }

  void call() {
    const std::string sent = text();
    std::string echoed = sent;
    binding_->test_string(echoed);
    if (echoed != sent) throw std::runtime_error("a reply is not that of its request");
  }

  void lose() {
    ++lost_;
    binding_ = {};
  }

  void bind() {
    const auto until = std::chrono::steady_clock::now() + 30s;
    for (;; std::this_thread::sleep_for(5ms)) {
      try {
        std::string reference;
        std::ifstream in(file_);
        std::getline(in, reference);
        binding_ = dimma::bind(resolve<TestReqReply>(orb_, "reference", reference), qos_);
        return;
      } catch (const CORBA::SystemException&) {
        if (std::chrono::steady_clock::now() > until) throw;
      }
    }
  }

  const IDL::traits<CORBA::ORB>::ref_type orb_;
  const std::string file_;
  const dimma::EngineeringQoS qos_;
  std::mt19937_64 random_;
  dimma::Binding<TestReqReply> binding_;
  std::uint64_t made_ = 0;
  std::uint64_t lost_ = 0;
};

int soak(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  std::string file;
  std::string qos;
  std::size_t seed = 1;
  measure::CommandLine command_line("soak_client --reference FILE [--qos QOS] [--seed N]",
                                    "Makes as many calls as each line of its input says, and checks them.");
  command_line.required("reference", file, "a file with the reference of a TestReqReply")
      .text("qos", qos, "of the binding")
      .count("seed", seed, "of the texts (1)");
  if (!command_line.parse(argc, argv)) return 0;
  {
    Soaked soaked(orb, file, qos, seed);
    for (std::size_t count = 0; std::cin >> count;) {
      soaked.calls(count);
      soaked.say();
    }
  }
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("soak_client", [&] { return soak(argc, argv); });
}
