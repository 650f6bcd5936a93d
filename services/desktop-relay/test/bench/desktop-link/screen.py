"""
screen.py

What the desktop shows while it is measured, on $DISPLAY: the whole screen in one colour, another with each key. After `F`
it changes on its own 30 times a second, until the next key. There are more colours than frames that a client may leave out:
with two, every second one left out would look as if none had come. Prints `ready`.
"""

import select
import time

from Xlib import X, XK
from Xlib.display import Display

COLOURS = (0x204080, 0xE0C040, 0x208040, 0xC04080, 0x40C0C0, 0x806020, 0x8040C0, 0xC0E080, 0x602040, 0x40A0E0, 0xE08040)
FRAME_S = 1 / 30

display = Display()
screen = display.screen()
window = screen.root.create_window(
    0, 0, screen.width_in_pixels, screen.height_in_pixels, 0, screen.root_depth,
    background_pixel=COLOURS[0], override_redirect=True, event_mask=X.KeyPressMask,
)
window.map()
window.raise_window()
window.set_input_focus(X.RevertToParent, X.CurrentTime)
display.sync()
print("ready", flush=True)

shown, moving, due = 0, False, 0.0


def change():
    global shown
    shown = (shown + 1) % len(COLOURS)
    window.change_attributes(background_pixel=COLOURS[shown])
    window.clear_area(0, 0, 0, 0)
    display.flush()


while True:
    while display.pending_events():
        event = display.next_event()
        if event.type == X.KeyPress:
            moving = display.keycode_to_keysym(event.detail, 0) == XK.XK_f
            due = time.monotonic()
            change()
    if moving and time.monotonic() >= due:
        due += FRAME_S
        change()
    wait = max(due - time.monotonic(), 0) if moving else None
    select.select([display], [], [], wait)
