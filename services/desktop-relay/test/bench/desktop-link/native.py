"""
native.py KEYS SECONDS

Measures what a native client shows on $DISPLAY: from a key to the screen's next colour, KEYS times, then how many
colours it shows in SECONDS while the desktop changes on its own. Prints one line of JSON: keyToScreenMs, framesPerSecond,
and of the link perKey and perFrame: packets and bytes that came.
"""

import json
import sys
import time

from Xlib import X, XK
from Xlib.display import Display
from Xlib.ext import xtest

POLL_S = 0.002
MAX_S = 20

display = Display()
root = display.screen().root
middle = (display.screen().width_in_pixels // 2, display.screen().height_in_pixels // 2)


def colour():
    return bytes(root.get_image(*middle, 1, 1, X.ZPixmap, 0xFFFFFFFF).data)


def came():
    return [int(open(f"/sys/class/net/slow/statistics/rx_{what}").read()) for what in ("packets", "bytes")]


def each(before, count):
    packets, size = (now - then for now, then in zip(came(), before))
    return {"packets": packets / max(count, 1), "bytes": size / max(count, 1)}


def press(keysym):
    code = display.keysym_to_keycode(keysym)
    xtest.fake_input(display, X.KeyPress, code)
    xtest.fake_input(display, X.KeyRelease, code)
    display.flush()


def key_to_screen():
    before, begun = colour(), time.monotonic()
    press(XK.XK_a)
    while colour() == before:
        if time.monotonic() - begun > MAX_S:
            sys.exit("a key changed nothing")
        time.sleep(POLL_S)
    return (time.monotonic() - begun) * 1000


def frames(seconds):
    press(XK.XK_f)
    time.sleep(2)
    before = came()
    seen, count, end = colour(), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        now = colour()
        if now != seen:
            seen, count = now, count + 1
        time.sleep(POLL_S)
    per_frame = each(before, count)
    press(XK.XK_a)
    return {"framesPerSecond": count / seconds, "perFrame": per_frame}


xtest.fake_input(display, X.MotionNotify, x=middle[0], y=middle[1])
key_to_screen()
before, times = came(), []
for _ in range(int(sys.argv[1])):
    times.append(key_to_screen())
    time.sleep(0.3)
per_key = each(before, len(times))
print(json.dumps({"keyToScreenMs": times, "perKey": per_key, **frames(float(sys.argv[2]))}))
