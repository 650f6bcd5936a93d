/* rdpd PORT STATUS_FILE rdp|refuse|ssh: what answers on the remote desktop's port.
   rdp: an X.224 Connection Request is confirmed as Windows with NLA does (MS-RDPBCGR 2.2.1.1, 2.2.1.2).
   refuse: nothing is answered. ssh: greets as the old system's sshd would.
   It returns once it listens, and goes on in the background.
   In every mode but ssh, "LAB?" instead of a request is answered with the status file; no secret is in it. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int read_all(int fd, unsigned char *to, int length) {
  int have = 0, n;
  while (have < length && (n = read(fd, to + have, length - have)) > 0) have += n;
  return have;
}

static void send_all(int fd, const void *data, int length) {
  if (write(fd, data, length) != length) _exit(0);
}

static void read_back(int fd, const char *path) {
  char text[8192];
  int file = open(path, O_RDONLY), n = file < 0 ? 0 : read(file, text, sizeof text);
  if (n > 0) send_all(fd, text, n);
}

/* Answers one connection. The request is a TPKT header, an X.224 CR, maybe a cookie, maybe RDP_NEG_REQ. */
static void answer(int fd, const char *status, const char *mode) {
  unsigned char b[1024] = {0};
  if (!strcmp(mode, "ssh")) {
    send_all(fd, "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", 32);
    read_all(fd, b, sizeof b);
    return;
  }
  if (read_all(fd, b, 4) < 4) return;
  if (!memcmp(b, "LAB?", 4)) {
    read_back(fd, status);
    return;
  }
  int length = b[2] << 8 | b[3];
  if (strcmp(mode, "rdp") || b[0] != 3 || length < 11 || length > 1000) return;
  if (read_all(fd, b + 4, length - 4) < length - 4 || (b[5] & 0xf0) != 0xe0) return;
  const unsigned char *neg = b + length - 8;
  int negotiates = length >= 19 && neg[0] == 1 && neg[2] == 8 && !neg[3];
  if (negotiates && neg[4] & 2) /* RDP_NEG_RSP: PROTOCOL_HYBRID */
    send_all(fd, "\3\0\0\23\16\xd0\0\0\x12\x34\0\2\x1f\x08\0\2\0\0\0", 19);
  else /* RDP_NEG_FAILURE: HYBRID_REQUIRED_BY_SERVER */
    send_all(fd, "\3\0\0\23\16\xd0\0\0\x12\x34\0\3\0\x08\0\5\0\0\0", 19);
  shutdown(fd, SHUT_WR);
  read_all(fd, b, sizeof b);
}

int main(int argc, char **argv) {
  int one = 1, off = 0, fd = socket(AF_INET6, SOCK_STREAM, 0);
  struct sockaddr_in6 any = {.sin6_family = AF_INET6, .sin6_addr = in6addr_any};
  struct timeval limit = {.tv_sec = 10};
  if (argc != 4) return 2;
  any.sin6_port = htons(atoi(argv[1]));
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (bind(fd, (struct sockaddr *)&any, sizeof any) || listen(fd, 16)) {
    perror("rdpd");
    return 1;
  }
  if (fork()) return 0;
  signal(SIGCHLD, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  for (;;) {
    int peer = accept(fd, 0, 0);
    if (peer < 0) continue;
    if (!fork()) {
      setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
      answer(peer, argv[2], argv[3]);
      _exit(0);
    }
    close(peer);
  }
}
