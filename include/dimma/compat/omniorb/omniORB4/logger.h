#pragma once
/// The log of programs for omniORB. dimma's ORB does not write to it, except through setLogFunction().

#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/types.hpp>

#include <string>

namespace omniORB {

/// The level of the program's own messages; 1 at first. It does not change what the ORB logs, which the option
/// --dimma-log decides.
extern ::dimma::classic::CORBA::ULong traceLevel;

/// Returns 1 if messages of this level are to be written, otherwise 0.
inline int trace(::dimma::classic::CORBA::ULong level) { return traceLevel >= level ? 1 : 0; }

/// A function that writes a message, which ends with a newline. May be called by several threads at once.
typedef void (*logFunction)(const char* message);
/// Passes the messages of the functions and classes below, and the lines of the ORB's own log, to this function; null:
/// writes them on standard error, which is the default.
void setLogFunction(logFunction function);

/// Writes "omniORB: ", the text and a newline.
void do_logs(const char* text);
/// Does so if messages of this level are to be written.
inline void logs(::dimma::classic::CORBA::ULong level, const char* text) {
  if (traceLevel >= level) do_logs(text);
}

/// Collects a message, and writes it when it is destroyed. Belongs to one thread.
class logger {
 public:
  /// A null prefix is "omniORB: ".
  logger(const char* prefix = nullptr);
  ~logger();
  logger(const logger&) = delete;
  logger& operator=(const logger&) = delete;

  logger& operator<<(char value);
  logger& operator<<(const char* text);
  logger& operator<<(const void* pointer);
  logger& operator<<(bool value) { return *this << (value ? 1 : 0); }
  logger& operator<<(short value) { return *this << static_cast<long>(value); }
  logger& operator<<(unsigned short value) { return *this << static_cast<unsigned long>(value); }
  logger& operator<<(int value) { return *this << static_cast<long>(value); }
  logger& operator<<(unsigned int value) { return *this << static_cast<unsigned long>(value); }
  logger& operator<<(long value);
  logger& operator<<(unsigned long value);
  logger& operator<<(double value);
  /// Adds the exception's text, as what() returns it.
  logger& operator<<(const ::dimma::classic::CORBA::SystemException& exception);

  /// Writes what has been collected, if anything, and begins anew with the prefix.
  void flush();

 private:
  const std::string prefix_;
  std::string text_;
};

}  // namespace omniORB
