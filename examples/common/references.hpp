#pragma once
// References on command lines and in files.

#include "measure/command_line.hpp"

#include <dimma/corba.hpp>

#include <filesystem>
#include <fstream>
#include <string>

// The object that the URL names, as a T. Throws UsageError with the flag's name if it is not a T.
template <class T>
typename IDL::traits<T>::ref_type resolve(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& flag,
                                          const std::string& url) {
  IDL::traits<CORBA::Object>::ref_type object;
  try {
    object = orb->string_to_object(url);
  } catch (const CORBA::BAD_PARAM& wrong) {
    throw measure::UsageError("--" + flag + ": " + wrong._detail());
  }
  auto typed = IDL::traits<T>::narrow(object);
  if (!typed) {
    throw measure::UsageError("--" + flag + ": the object is no " + std::string(T::_interface_tag.repository_id));
  }
  return typed;
}

// Writes the reference to a file atomically, so that no client reads a part of it.
inline void publish(const std::string& reference, const std::filesystem::path& file) {
  const std::filesystem::path unfinished = file.string() + ".part";
  std::ofstream out(unfinished);
  out << reference << '\n';
  out.close();
  if (!out) throw measure::UsageError("cannot write " + file.string());
  std::filesystem::rename(unfinished, file);
}
