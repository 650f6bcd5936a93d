/*
 * Prints the frequency of this machine's time stamp counter in kHz, measured by the kernel's clock. An emulated
 * machine reads the same counter, but calibrates it over some milliseconds while it starts. If a busy host does not
 * schedule its CPU then, its clock runs up to ten times too fast until the machine is stopped.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

struct moment {
  uint64_t tsc, ns;
};

/*
 * Reads both clocks many times and returns the pair read closest together, so that no other task was scheduled in
 * between.
 */
static struct moment now(void) {
  struct moment best = {0, 0};
  uint64_t shortest = UINT64_MAX;
  for (int i = 0; i < 1000; i++) {
    struct timespec t;
    uint64_t before = __rdtsc();
    clock_gettime(CLOCK_MONOTONIC, &t);
    uint64_t took = __rdtsc() - before;
    if (took >= shortest) continue;
    shortest = took;
    best.tsc = before + took / 2;
    best.ns = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
  }
  return best;
}

int main(void) {
  struct timespec half_a_second = {0, 500000000};
  struct moment first = now();
  nanosleep(&half_a_second, NULL);
  struct moment last = now();
  double khz = (double)(last.tsc - first.tsc) * 1e6 / (double)(last.ns - first.ns);
  printf("%.0f\n", khz);
  return 0;
}
