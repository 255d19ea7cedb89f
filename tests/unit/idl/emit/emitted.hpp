// Compiles IDL text in memory.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/emit.hpp"
#include "idl/parse/asynchronous.hpp"
#include "idl/parse/front.hpp"

struct Emitted {
  std::vector<dimma::idl::OutputFile> files;
  std::string messages;  // as printed

  // The text of the file whose path has this ending; empty if there is none.
  std::string text(const std::string& ending) const {
    for (const auto& file : files) {
      if (file.path.ends_with(ending)) return file.text;
    }
    return {};
  }
};

// The file of that path, with those that it includes.
inline Emitted emit_file(const std::string& path, const dimma::idl::MemoryReader& reader,
                         const dimma::idl::EmitOptions& options = {},
                         dimma::idl::Asynchronous asynchronous = dimma::idl::Asynchronous::None) {
  dimma::idl::SourceFiles sources;
  dimma::idl::Diagnostics diagnostics(sources);
  const auto front = dimma::idl::read_specification(path, reader, {}, sources, diagnostics);
  Emitted emitted;
  const auto errors = diagnostics.error_count();
  if (front.specification) dimma::idl::imply_reply_handlers(*front.specification, asynchronous, diagnostics);
  if (front.specification && diagnostics.error_count() == errors)
    emitted.files = dimma::idl::emit(*front.specification, options, diagnostics);
  emitted.messages = diagnostics.render_all();
  return emitted;
}

inline Emitted emit_idl(const std::string& idl, const dimma::idl::EmitOptions& options = {},
                        const std::string& path = "t.idl", const std::string& included = {},
                        dimma::idl::Asynchronous asynchronous = dimma::idl::Asynchronous::None) {
  dimma::idl::MemoryReader reader;
  reader.add(path, idl);
  reader.add("included.idl", included);
  return emit_file(path, reader, options, asynchronous);
}
