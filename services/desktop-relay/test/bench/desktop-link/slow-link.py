"""
slow-link.py NAMESPACE-A NAMESPACE-B DELAY_MS LOSS_PERCENT [SEED]

A link between two network namespaces, 10.99.0.1 and 10.99.0.2: each packet takes DELAY_MS one way, and LOSS_PERCENT of
them are lost. What `tc qdisc … netem` does, for kernels that have no netem: two TUN devices, and a queue between them.
Prints `ready`, and carries packets until it is ended. Needs root.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x1001
CLONE_NEWNET = 0x40000000
MTU = 1500

libc = ctypes.CDLL(None, use_errno=True)


def tun_in(namespace, own, peer):
    """A TUN device there; it stays in its namespace when this process has left."""
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    if libc.setns(there, CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", b"slow", IFF_TUN_NO_PI))
    for command in (f"addr add {own} peer {peer} dev slow", f"link set slow mtu {MTU} up", "link set lo up"):
        subprocess.run(["ip", *command.split()], check=True)
    libc.setns(home, CLONE_NEWNET)
    return device


def main(a, b, delay_ms, loss_percent, seed="1"):
    delay, loss = float(delay_ms) / 1000, float(loss_percent) / 100
    chance = random.Random(int(seed))
    left = tun_in(a, "10.99.0.1", "10.99.0.2")
    right = tun_in(b, "10.99.0.2", "10.99.0.1")
    other = {left: right, right: left}
    print("ready", flush=True)
    queue, number = [], 0
    while True:
        wait = max(queue[0][0] - time.monotonic(), 0) if queue else None
        for device in select.select([left, right], [], [], wait)[0]:
            packet = os.read(device, 65536)
            if chance.random() >= loss:
                number += 1
                heapq.heappush(queue, (time.monotonic() + delay, number, other[device], packet))
        while queue and queue[0][0] <= time.monotonic():
            _, _, device, packet = heapq.heappop(queue)
            try:
                os.write(device, packet)
            except BlockingIOError:
                pass  # its queue is full: lost, as on any link


main(*sys.argv[1:])
