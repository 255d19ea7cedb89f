// The assembler includes the files unchanged, from the two folders that the build defines.

#include "perf/embedded.hpp"

#define AIDA_EMBED(name, file)                                  \
  asm(".section .rodata\n"                                      \
      "aida_" #name "_begin:\n.incbin \"" file                  \
      "\"\n"                                                    \
      "aida_" #name "_end:\n.byte 0\n.previous\n");             \
  extern const char name##_begin[] asm("aida_" #name "_begin"); \
  extern const char name##_end[] asm("aida_" #name "_end")

extern "C" {
AIDA_EMBED(page, AIDA_PAGE_FOLDER "/page.html");
AIDA_EMBED(style, AIDA_STYLE_FOLDER "/page.css");
AIDA_EMBED(own_style, AIDA_PAGE_FOLDER "/page.css");
AIDA_EMBED(script, AIDA_PAGE_FOLDER "/page.js");
}

namespace perf {
namespace {

std::string_view between(const char* begin, const char* end) noexcept {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view embedded_page() noexcept { return between(page_begin, page_end); }
std::string_view embedded_style() noexcept { return between(style_begin, style_end); }
std::string_view embedded_own_style() noexcept { return between(own_style_begin, own_style_end); }
std::string_view embedded_script() noexcept { return between(script_begin, script_end); }

}  // namespace perf
