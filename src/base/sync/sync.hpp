#pragma once
// The synchronisation primitives of the library: locks, conditions, atomics and threads. No other file uses those of
// the standard library.
//
// With DIMMA_THREADS, these are the standard library's types, except for locks and conditions (sync_mutex.hpp,
// sync_lock.hpp). In the single-threaded build (DIMMA_THREADS=OFF), a lock is an empty type and an atomic is a plain
// value, so that the library takes no lock and refers to no thread. Code that waits for other threads has a separate
// version in that build, and code that needs its own threads is not compiled.
//
// With DIMMA_SIMULATED, a scheduler simulates them, so that tests decide which thread runs (docs/inside/simulation.md).

#include "base/sync/sync_lock.hpp"

#ifndef DIMMA_THREADS
#error "DIMMA_THREADS must be 1 or 0; cmake/DimmaBuild.cmake defines it"
#endif

#if defined(DIMMA_SIMULATED)
#include "base/sync/sync_simulated.hpp"
#elif DIMMA_THREADS
#include "base/sync/sync_mutex.hpp"

#include <atomic>
#include <thread>

#define DIMMA_PER_THREAD thread_local

namespace dimma::sync {

inline constexpr bool has_threads = true;

using Thread = std::thread;
template <class Value>
using Atomic = std::atomic<Value>;
template <class Value>
using AtomicReference = std::atomic_ref<Value>;
using std::this_thread::get_id;
using std::this_thread::sleep_for;
using std::this_thread::sleep_until;
using std::this_thread::yield;

}  // namespace dimma::sync

#else
#include "base/sync/sync_single_threaded.hpp"
#endif
