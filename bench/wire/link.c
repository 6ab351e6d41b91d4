/*
 * A point-to-point link in user space: two TUN devices, each in its own network namespace, joined by a FIFO with a
 * rate and a delay each way. Writes what the client's end sees as a pcap (raw IP, nanoseconds, headers only).
 *
 *   link CLIENT_NS SERVER_NS DEVICE DOWN_BPS UP_BPS ONE_WAY_US QUEUE_PACKETS FRAMING LOSS_PER_MILLION SEED PCAP
 *
 * Each direction draws its losses from a generator of its own, the one of lib/network/link.js with the same seed: the
 * model loses the same packets by their number. Runs until SIGTERM; then prints what was dropped, as JSON.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 1 << 14, MAX_PACKET = 2048, SNAP = 128 };

struct packet {
  int64_t due;
  int size;
  unsigned char bytes[MAX_PACKET];
};

struct direction {
  int from, to;
  double bits_per_second;
  int64_t free_at; /* when the sender's line has finished what it was given */
  uint32_t head, tail;
  int64_t waiting_until[SLOTS]; /* when each queued packet leaves the line, for the queue limit */
  uint32_t line_head;
  long dropped, lost;
  uint32_t random; /* state of the generator of losses */
  struct packet *queue;
};

/* A number in [0, 1) (mulberry32), as createRandom of lib/network/link.js draws it. */
static double draw(uint32_t *state) {
  *state += 0x6d2b79f5;
  uint32_t mixed = (*state ^ (*state >> 15)) * (*state | 1);
  mixed ^= mixed + (mixed ^ (mixed >> 7)) * (mixed | 61);
  return (mixed ^ (mixed >> 14)) / 4294967296.0;
}

static volatile sig_atomic_t stopping;
static void stop(int signal) { (void)signal, stopping = 1; }

static void fail(const char *what) {
  fprintf(stderr, "link: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static int open_tun(const char *name_space, const char *device) {
  char path[256];
  snprintf(path, sizeof path, "/run/netns/%s", name_space);
  int ns = open(path, O_RDONLY | O_CLOEXEC);
  if (ns < 0 || setns(ns, CLONE_NEWNET) < 0) fail(path);
  close(ns);
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) fail("/dev/net/tun");
  struct ifreq request = {0};
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  strncpy(request.ifr_name, device, IFNAMSIZ - 1);
  if (ioctl(fd, TUNSETIFF, &request) < 0) fail("TUNSETIFF");
  return fd;
}

/* Bytes that a packet takes on the line: AAL5 cells, PPP in HDLC framing, or the packet itself. */
static int line_bytes(int size, const char *framing) {
  if (!strcmp(framing, "atm")) return (size + 8 + 47) / 48 * 53;
  if (!strcmp(framing, "ppp")) return size + 7;
  return size;
}

static void write_pcap(FILE *pcap, const struct packet *packet) {
  int64_t at = now(CLOCK_REALTIME);
  uint32_t kept = packet->size < SNAP ? packet->size : SNAP;
  unsigned char record[16 + SNAP];
  uint32_t header[4] = {at / 1000000000, at % 1000000000, kept, packet->size};
  memcpy(record, header, sizeof header);
  memcpy(record + sizeof header, packet->bytes, kept);
  fwrite(record, sizeof header + kept, 1, pcap);
}

int main(int argc, char **argv) {
  if (argc != 12) {
    fprintf(stderr, "link: eleven arguments, see the head of link.c\n");
    return 2;
  }
  const char *framing = argv[8];
  int64_t one_way = atof(argv[6]) * 1000;
  uint32_t limit = atoi(argv[7]);
  if (limit >= SLOTS) limit = SLOTS - 1;
  double loss = atof(argv[9]) / 1e6;
  int client = open_tun(argv[1], argv[3]), server = open_tun(argv[2], argv[3]);
  struct direction up = {.from = client, .to = server, .bits_per_second = atof(argv[5])};
  struct direction down = {.from = server, .to = client, .bits_per_second = atof(argv[4])};
  down.random = atol(argv[10]), up.random = ~down.random;
  up.queue = calloc(SLOTS, sizeof *up.queue);
  down.queue = calloc(SLOTS, sizeof *down.queue);
  FILE *pcap = fopen(argv[11], "wb");
  if (!up.queue || !down.queue || !pcap) fail(argv[11]);
  setvbuf(pcap, NULL, _IONBF, 0); /* whoever waits for silence looks at the file's size */
  uint32_t head[6] = {0xa1b23c4d, 4 << 16 | 2, 0, 0, SNAP, 101};
  fwrite(head, sizeof head, 1, pcap);
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  prctl(PR_SET_TIMERSLACK, 1);
  struct sched_param priority = {.sched_priority = 20};
  sched_setscheduler(0, SCHED_FIFO, &priority); /* without the right to it the link is only less punctual */
  mlockall(MCL_CURRENT);
  puts("ready");
  fflush(stdout);

  struct direction *both[2] = {&up, &down};
  while (!stopping) {
    int64_t next = INT64_MAX;
    for (int i = 0; i < 2; i++) {
      struct direction *way = both[i];
      if (way->head != way->tail && way->queue[way->head % SLOTS].due < next) next = way->queue[way->head % SLOTS].due;
    }
    int64_t wait = next == INT64_MAX ? 1000000000 : next - now(CLOCK_MONOTONIC);
    struct timespec timeout = {0};
    if (wait > 0) timeout.tv_sec = wait / 1000000000, timeout.tv_nsec = wait % 1000000000;
    struct pollfd ready[2] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
    if (ppoll(ready, 2, &timeout, NULL) < 0 && errno != EINTR) fail("ppoll");
    for (int i = 0; i < 2; i++) {
      struct direction *way = both[i];
      for (;;) {
        struct packet *slot = &way->queue[way->tail % SLOTS];
        int size = read(way->from, slot->bytes, MAX_PACKET);
        if (size <= 0) break;
        slot->size = size;
        int64_t at = now(CLOCK_MONOTONIC);
        if (i == 0) write_pcap(pcap, slot);
        while (way->line_head != way->tail && way->waiting_until[way->line_head % SLOTS] <= at) way->line_head++;
        if (way->tail - way->line_head >= limit || way->tail - way->head >= SLOTS - 1) {
          way->dropped++;
          continue;
        }
        int64_t start = way->free_at > at ? way->free_at : at;
        way->free_at = start + (int64_t)(line_bytes(size, framing) * 8e9 / way->bits_per_second);
        if (loss > 0 && draw(&way->random) < loss) {
          way->lost++;
          continue;
        }
        way->waiting_until[way->tail % SLOTS] = way->free_at;
        slot->due = way->free_at + one_way;
        way->tail++;
      }
      int64_t at = now(CLOCK_MONOTONIC);
      while (way->head != way->tail && way->queue[way->head % SLOTS].due <= at) {
        struct packet *packet = &way->queue[way->head % SLOTS];
        if (i == 1) write_pcap(pcap, packet);
        if (write(way->to, packet->bytes, packet->size) < 0) fail("write");
        way->head++;
      }
    }
  }
  fclose(pcap);
  printf("{\"droppedUp\":%ld,\"droppedDown\":%ld,\"lostUp\":%ld,\"lostDown\":%ld}\n", up.dropped, down.dropped, up.lost,
         down.lost);
  return 0;
}
