#pragma once
// DIMMA_TEST_THREAD_SANITIZER and DIMMA_TEST_ADDRESS_SANITIZER are defined where the compiler, g++ or clang,
// compiles for that sanitizer.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DIMMA_TEST_THREAD_SANITIZER
#endif
#if __has_feature(address_sanitizer)
#define DIMMA_TEST_ADDRESS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define DIMMA_TEST_THREAD_SANITIZER
#endif
#if defined(__SANITIZE_ADDRESS__)
#define DIMMA_TEST_ADDRESS_SANITIZER
#endif
