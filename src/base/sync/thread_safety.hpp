#pragma once
// Clang's thread-safety analysis (-Wthread-safety), by names of dimma's own: which lock guards a member, and which
// locks a function needs, takes or gives back. The compiler checks them at each use. Empty for other compilers.
// Clang's manual explains it in its chapter "Thread Safety Analysis".

#if defined(__clang__)
#define DIMMA_THREAD_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
#else
#define DIMMA_THREAD_ATTRIBUTE(...)
#endif

// Classes: a lock, and an object that holds a lock for as long as it lives.
#define DIMMA_CAPABILITY(name) DIMMA_THREAD_ATTRIBUTE(capability(name))
#define DIMMA_SCOPED_CAPABILITY DIMMA_THREAD_ATTRIBUTE(scoped_lockable)

// Members: used only with the lock; and pointers whose target is used only with it.
#define DIMMA_GUARDED_BY(lock) DIMMA_THREAD_ATTRIBUTE(guarded_by(lock))
#define DIMMA_PT_GUARDED_BY(lock) DIMMA_THREAD_ATTRIBUTE(pt_guarded_by(lock))
// Locks: the order in which a thread takes them.
#define DIMMA_ACQUIRED_BEFORE(...) DIMMA_THREAD_ATTRIBUTE(acquired_before(__VA_ARGS__))
#define DIMMA_ACQUIRED_AFTER(...) DIMMA_THREAD_ATTRIBUTE(acquired_after(__VA_ARGS__))

// Functions: called with the locks held, exclusively or shared; or without them, as the function takes them itself.
#define DIMMA_REQUIRES(...) DIMMA_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define DIMMA_REQUIRES_SHARED(...) DIMMA_THREAD_ATTRIBUTE(requires_shared_capability(__VA_ARGS__))
#define DIMMA_EXCLUDES(...) DIMMA_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
// Functions that take locks and return with them held, and functions that give them back.
#define DIMMA_ACQUIRE(...) DIMMA_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define DIMMA_ACQUIRE_SHARED(...) DIMMA_THREAD_ATTRIBUTE(acquire_shared_capability(__VA_ARGS__))
#define DIMMA_TRY_ACQUIRE(...) DIMMA_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define DIMMA_TRY_ACQUIRE_SHARED(...) DIMMA_THREAD_ATTRIBUTE(try_acquire_shared_capability(__VA_ARGS__))
#define DIMMA_RELEASE(...) DIMMA_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define DIMMA_RELEASE_SHARED(...) DIMMA_THREAD_ATTRIBUTE(release_shared_capability(__VA_ARGS__))
#define DIMMA_RELEASE_GENERIC(...) DIMMA_THREAD_ATTRIBUTE(release_generic_capability(__VA_ARGS__))
// Functions that check at run time that the lock is held, and ones that return a reference to a lock.
#define DIMMA_ASSERTS_HELD(...) DIMMA_THREAD_ATTRIBUTE(assert_capability(__VA_ARGS__))
#define DIMMA_RETURNS_LOCK(lock) DIMMA_THREAD_ATTRIBUTE(lock_returned(lock))

// A function that takes or gives back locks in a way that the analysis can't follow. A comment says which.
#define DIMMA_NO_THREAD_SAFETY_ANALYSIS DIMMA_THREAD_ATTRIBUTE(no_thread_safety_analysis)
