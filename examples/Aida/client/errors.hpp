#pragma once
/// The exceptions of a get. Each text names the datum, and what to do if something can be done.

#include "client/datum.hpp"

#include <stdexcept>
#include <string>

namespace aida {

class Error : public std::runtime_error {
 public:
  Error(std::string datum, const std::string& text) : std::runtime_error(text), datum_(std::move(datum)) {}
  /// The name of the datum; empty if the error does not concern one.
  const std::string& datum() const noexcept { return datum_; }

 private:
  std::string datum_;
};

/// No registered provider has the datum.
class NoSuchDatum : public Error {
 public:
  using Error::Error;
};

/// The datum has another type than the requested one.
class WrongType : public Error {
 public:
  WrongType(const std::string& datum, Type asked, Type present)
      : Error(datum, datum + " is of type " + name_of(present) + ", not " + name_of(asked)),
        asked_(asked),
        present_(present) {}
  Type asked() const noexcept { return asked_; }
  Type present() const noexcept { return present_; }

 private:
  Type asked_;
  Type present_;
};

class BadParameter : public Error {
 public:
  BadParameter(const std::string& datum, std::string parameter, std::string text, const std::string& reason)
      : Error(datum, datum + ": the parameter " + parameter + "=" + text + " " + reason),
        parameter_(std::move(parameter)),
        text_(std::move(text)) {}
  const std::string& parameter() const noexcept { return parameter_; }
  const std::string& text() const noexcept { return text_; }

 private:
  std::string parameter_;
  std::string text_;
};

/// The provider answers, but does not have the datum at the moment.
class NotAvailable : public Error {
 public:
  using Error::Error;
};

/// The provider does not answer, or answers with an error of its own.
class ProviderDown : public Error {
 public:
  ProviderDown(const std::string& datum, std::string provider, const std::string& text)
      : Error(datum, datum + ": its provider " + provider + " does not answer: " + text),
        provider_(std::move(provider)) {}
  const std::string& provider() const noexcept { return provider_; }

 private:
  std::string provider_;
};

/// The directory does not answer.
class DirectoryDown : public Error {
 public:
  using Error::Error;
};

}  // namespace aida
