// Compiles IDL text in memory to the classic mapping.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/classic/emit_classic.hpp"
#include "idl/parse/front.hpp"

struct EmittedClassic {
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

inline bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The options that dimma-idl makes of --classic.
inline dimma::idl::EmitOptions omniorb_options() {
  dimma::idl::EmitOptions options;
  options.stub_header_suffix = ".hh";
  options.stub_source_suffix = "SK.cc";
  options.classic.combines_files = true;
  options.classic.keeps_include_paths = false;
  return options;
}

// The options that dimma-idl makes of --classic=tao.
inline dimma::idl::EmitOptions tao_options() {
  dimma::idl::EmitOptions options;
  options.stub_header_suffix = "C.h";
  options.stub_source_suffix = "C.cpp";
  options.skeleton_header_suffix = "S.h";
  options.skeleton_source_suffix = "S.cpp";
  return options;
}

inline EmittedClassic emit_classic_idl(const std::string& idl,
                                       const dimma::idl::EmitOptions& options = omniorb_options(),
                                       const std::string& included = {}) {
  dimma::idl::MemoryReader reader;
  reader.add("t.idl", idl);
  reader.add("parts/included.idl", included);
  dimma::idl::SourceFiles sources;
  dimma::idl::Diagnostics diagnostics(sources);
  const auto front = dimma::idl::read_specification("t.idl", reader, {}, sources, diagnostics);
  EmittedClassic emitted;
  if (front.specification && diagnostics.error_count() == 0)
    emitted.files = dimma::idl::emit_classic(*front.specification, options, diagnostics);
  emitted.messages = diagnostics.render_all();
  return emitted;
}
