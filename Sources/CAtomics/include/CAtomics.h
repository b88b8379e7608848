#ifndef CATOMICS_H
#define CATOMICS_H

#include <stdbool.h>
#include <stdint.h>

/// A word that is read and changed atomically.
typedef struct {
  uintptr_t value;
} catomics_word;

// Atomic operations on a word, by the compiler's built-in functions. `ordering` is one of the constants
// __ATOMIC_RELAXED to __ATOMIC_SEQ_CST; it is constant where a call is inlined.

static inline uintptr_t catomics_load(const catomics_word *_Nonnull word, int ordering) {
  return __atomic_load_n(&word->value, ordering);
}

static inline void catomics_store(catomics_word *_Nonnull word, uintptr_t value, int ordering) {
  __atomic_store_n(&word->value, value, ordering);
}

static inline uintptr_t catomics_exchange(catomics_word *_Nonnull word, uintptr_t value, int ordering) {
  return __atomic_exchange_n(&word->value, value, ordering);
}

/// Stores `value` if the word is `*expected`; otherwise, sets `*expected` to the word. Returns true if it
/// stored `value`.
static inline bool catomics_compare_exchange(
    catomics_word *_Nonnull word, uintptr_t *_Nonnull expected, uintptr_t value, int ordering) {
  // A failure only loads, and has no ordering as a release.
  int failure = ordering == __ATOMIC_RELEASE ? __ATOMIC_RELAXED
      : ordering == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : ordering;
  return __atomic_compare_exchange_n(&word->value, expected, value, false, ordering, failure);
}

/// Adds to the word, which wraps around; returns what it was before.
static inline uintptr_t catomics_add(catomics_word *_Nonnull word, uintptr_t value, int ordering) {
  return __atomic_fetch_add(&word->value, value, ordering);
}

static inline void catomics_fence(int ordering) {
  __atomic_thread_fence(ordering);
}

#endif
