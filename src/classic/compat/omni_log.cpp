#include <omniORB4/omniORB.h>

#include <dimma/log.hpp>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

namespace omniORB {

namespace classic = dimma::classic;

classic::CORBA::ULong traceLevel = 1;

namespace {

constexpr const char* usual_prefix = "omniORB: ";

std::atomic<logFunction> function{nullptr};

void write(const std::string& message) {
  if (const auto set = function.load()) {
    set(message.c_str());
  } else {
    std::fputs(message.c_str(), stderr);
  }
}

template <class Number>
void append(std::string& text, Number number, int base = 10) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base).ptr;
  text.append(digits.data(), end);
}

}  // namespace

const char* versionString() { return "4.2.5"; }

classic::CORBA::ULong versionHex() { return 0x040205f1; }

void setLogFunction(logFunction set) {
  function = set;
  if (set == nullptr) {
    dimma::log::set_sink({});
  } else {
    dimma::log::set_sink([](const dimma::log::Record& record) { write("dimma: " + line_of(record) + '\n'); });
  }
}

void do_logs(const char* text) { write(std::string(usual_prefix) + text + '\n'); }

logger::logger(const char* prefix) : prefix_(prefix == nullptr ? usual_prefix : prefix), text_(prefix_) {}

logger::~logger() { flush(); }

void logger::flush() {
  if (text_.size() > prefix_.size()) write(text_);
  text_ = prefix_;
}

logger& logger::operator<<(char value) {
  text_ += value;
  return *this;
}

logger& logger::operator<<(const char* text) {
  text_ += text == nullptr ? "(null)" : text;
  return *this;
}

logger& logger::operator<<(const void* pointer) {
  text_ += "0x";
  append(text_, reinterpret_cast<std::uintptr_t>(pointer), 16);
  return *this;
}

logger& logger::operator<<(long value) {
  append(text_, value);
  return *this;
}

logger& logger::operator<<(unsigned long value) {
  append(text_, value);
  return *this;
}

logger& logger::operator<<(double value) {
  std::array<char, 32> digits;
  text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  return *this;
}

logger& logger::operator<<(const classic::CORBA::SystemException& exception) { return *this << exception.what(); }

}  // namespace omniORB
