/*
 * Preloaded into a server: asks the kernel to pace each connection that is accepted, with a limit that no link reaches,
 * so that the rate is the one that congestion control chooses. Linux then paces as it does under the queue discipline fq.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <sys/socket.h>

/* Bytes a second: 1 TB/s, below the value that stands for no limit. */
static const uint64_t RATE = 1000000000000ULL;

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  static int (*next)(int, struct sockaddr *, socklen_t *, int);
  if (!next) next = (int (*)(int, struct sockaddr *, socklen_t *, int))dlsym(RTLD_NEXT, "accept4");
  int accepted = next(listener, address, length, flags);
  if (accepted >= 0) setsockopt(accepted, SOL_SOCKET, SO_MAX_PACING_RATE, &RATE, sizeof RATE);
  return accepted;
}
