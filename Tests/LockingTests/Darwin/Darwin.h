// A stand-in for the parts of Darwin that the target Locking uses, to compile and run its code for Apple's
// systems on Linux.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t value;
} os_unfair_lock;

static inline bool os_unfair_lock_trylock(os_unfair_lock *_Nonnull lock) {
  return !__atomic_exchange_n(&lock->value, 1, __ATOMIC_ACQUIRE);
}

static inline void os_unfair_lock_lock(os_unfair_lock *_Nonnull lock) {
  while (!os_unfair_lock_trylock(lock)) {}
}

static inline void os_unfair_lock_unlock(os_unfair_lock *_Nonnull lock) {
  __atomic_store_n(&lock->value, 0, __ATOMIC_RELEASE);
}
