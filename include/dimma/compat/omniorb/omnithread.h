#pragma once
/// The names of omniORB's thread library, over the threads of C++11 and POSIX: omni_mutex, omni_condition,
/// omni_semaphore, omni_thread and their companions. They need no ORB. docs/coming-from/omniorb.md says what differs.

#include <omnithread/condition.h>
#include <omnithread/errors.h>
#include <omnithread/mutex.h>
#include <omnithread/refcount.h>
#include <omnithread/semaphore.h>
#include <omnithread/thread.h>
#include <omnithread/time.h>
