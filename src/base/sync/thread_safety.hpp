#pragma once
// Macros for clang's thread-safety analysis (-Wthread-safety). They declare which lock guards a member, and which locks
// a function requires, takes or releases; clang checks each use. They expand to nothing with other compilers. Clang's
// manual explains the analysis in its chapter "Thread Safety Analysis".

#if defined(__clang__)
#define DIMMA_THREAD_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
#else
#define DIMMA_THREAD_ATTRIBUTE(...)
#endif

// For classes: a lock, and a guard object that holds a lock while it exists.
#define DIMMA_CAPABILITY(name) DIMMA_THREAD_ATTRIBUTE(capability(name))
#define DIMMA_SCOPED_CAPABILITY DIMMA_THREAD_ATTRIBUTE(scoped_lockable)

// For members: accessed only with the lock held; for pointers: the pointee is accessed only with the lock held.
#define DIMMA_GUARDED_BY(lock) DIMMA_THREAD_ATTRIBUTE(guarded_by(lock))
#define DIMMA_PT_GUARDED_BY(lock) DIMMA_THREAD_ATTRIBUTE(pt_guarded_by(lock))
// For locks: the order in which a thread takes them.
#define DIMMA_ACQUIRED_BEFORE(...) DIMMA_THREAD_ATTRIBUTE(acquired_before(__VA_ARGS__))
#define DIMMA_ACQUIRED_AFTER(...) DIMMA_THREAD_ATTRIBUTE(acquired_after(__VA_ARGS__))

// For functions: called with the locks held exclusively or shared, or called without them, as the function takes them.
#define DIMMA_REQUIRES(...) DIMMA_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define DIMMA_REQUIRES_SHARED(...) DIMMA_THREAD_ATTRIBUTE(requires_shared_capability(__VA_ARGS__))
#define DIMMA_EXCLUDES(...) DIMMA_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
// For functions that take locks and return with them held, and for functions that release locks.
#define DIMMA_ACQUIRE(...) DIMMA_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define DIMMA_ACQUIRE_SHARED(...) DIMMA_THREAD_ATTRIBUTE(acquire_shared_capability(__VA_ARGS__))
#define DIMMA_TRY_ACQUIRE(...) DIMMA_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define DIMMA_TRY_ACQUIRE_SHARED(...) DIMMA_THREAD_ATTRIBUTE(try_acquire_shared_capability(__VA_ARGS__))
#define DIMMA_RELEASE(...) DIMMA_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define DIMMA_RELEASE_SHARED(...) DIMMA_THREAD_ATTRIBUTE(release_shared_capability(__VA_ARGS__))
#define DIMMA_RELEASE_GENERIC(...) DIMMA_THREAD_ATTRIBUTE(release_generic_capability(__VA_ARGS__))
// For functions that check at run time that the lock is held, and for functions that return a reference to a lock.
#define DIMMA_ASSERTS_HELD(...) DIMMA_THREAD_ATTRIBUTE(assert_capability(__VA_ARGS__))
#define DIMMA_RETURNS_LOCK(lock) DIMMA_THREAD_ATTRIBUTE(lock_returned(lock))

// For functions that take or release locks in a way that the analysis cannot follow, which a comment explains.
#define DIMMA_NO_THREAD_SAFETY_ANALYSIS DIMMA_THREAD_ATTRIBUTE(no_thread_safety_analysis)
