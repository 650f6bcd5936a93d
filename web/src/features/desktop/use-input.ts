import { useEffect, type RefObject } from 'react';
import type { Desktop } from './engine/iron.js';
import type { Input } from './engine/input.js';
import { isReleaseChord, keyInput, type KeyboardMode } from './engine/keyboard.js';
import { desktopPoint } from './engine/size.js';
import { TouchGestures, type Point } from './engine/touch.js';
import { listen } from './listen.js';

const LOCKS = { scroll: 'ScrollLock', num: 'NumLock', caps: 'CapsLock', kana: 'KanaMode' } as const;
const LOCK_KEYS: readonly string[] = Object.values(LOCKS);

interface Options {
  canvas: RefObject<HTMLCanvasElement | null>;
  desktop: Desktop | null;
  mode: KeyboardMode;
  /** Control, Alt and Shift were pressed together. */
  onRelease: () => void;
  /** See useClipboard. */
  sendKey: (event: KeyboardEvent, send: () => void) => boolean;
  sendHeldKeys: () => void;
}

/** Sends all keys to Windows while the canvas has the focus, as well as mouse and touch input on it. */
export function useInput({
  canvas,
  desktop,
  mode,
  onRelease,
  sendKey,
  sendHeldKeys,
}: Options): void {
  useEffect(() => {
    const screen = canvas.current;
    if (!screen || !desktop) return;
    const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });
    const toDesktop = (point: Point): Point => {
      const bounds = screen.getBoundingClientRect();
      return desktopPoint({ x: point.x - bounds.x, y: point.y - bounds.y }, bounds, screen);
    };
    const moveTo = (event: MouseEvent): Input => ({ type: 'move', ...toDesktop(pointOf(event)) });
    const touch = new TouchGestures((inputs) => desktop.send(inputs), toDesktop);

    let locks = '';
    const syncLocks = (event: KeyboardEvent | MouseEvent) => {
      const [scroll, num, caps, kana] = LOCK_KEYS.map((lock) => event.getModifierState(lock));
      const now = JSON.stringify([scroll, num, caps, kana]);
      if (now === locks) return;
      locks = now;
      desktop.setLocks({ scroll: scroll!, num: num!, caps: caps!, kana: kana! });
    };

    const releaseAll = () => {
      sendHeldKeys();
      desktop.releaseAll();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.type === 'keydown' && isReleaseChord(event)) {
        event.preventDefault();
        releaseAll();
        onRelease();
        return;
      }
      event.stopPropagation();
      syncLocks(event);
      // The state of lock keys is synced separately; pressing the key would toggle it again.
      if (LOCK_KEYS.includes(event.code)) return event.preventDefault();
      const isPaste = sendKey(event, () => {
        desktop.send(keyInput(event, mode));
        // While Meta is down, macOS reports no keyup of other keys.
        if (event.type === 'keyup' && event.key === 'Meta') desktop.releaseAll();
      });
      if (!isPaste) event.preventDefault();
    };
    const stop = listen(screen, {
      keydown: onKey,
      keyup: onKey,
      blur: releaseAll,
      pointerdown: (event) => {
        event.preventDefault();
        screen.focus({ preventScroll: true });
        screen.setPointerCapture(event.pointerId);
        if (event.pointerType === 'touch') return touch.down(event.pointerId, pointOf(event));
        syncLocks(event);
        desktop.send([moveTo(event), { type: 'button', button: event.button, down: true }]);
      },
      pointermove: (event) => {
        if (event.pointerType === 'touch') return touch.move(event.pointerId, pointOf(event));
        // Browsers report a press or release as pointermove while another button is held.
        const button: Input[] =
          event.button > -1 ? [{ type: 'button', button: event.button, down: isDown(event) }] : [];
        desktop.send([moveTo(event), ...button]);
      },
      pointerup: (event) => {
        event.preventDefault();
        if (event.pointerType === 'touch') return touch.up(event.pointerId);
        desktop.send([moveTo(event), { type: 'button', button: event.button, down: false }]);
      },
      pointercancel: () => touch.cancel(),
      contextmenu: (event) => event.preventDefault(),
      // Keeps the browser from navigating: the back and forward buttons belong to Windows too.
      mousedown: (event) => event.preventDefault(),
      mouseup: (event) => event.preventDefault(),
      wheel: (event) => {
        event.preventDefault();
        const unit = WHEEL_PIXELS[event.deltaMode] ?? 1;
        const amounts: [vertical: boolean, amount: number][] = [
          [true, -event.deltaY * unit],
          [false, event.deltaX * unit],
        ];
        desktop.send(
          amounts
            .filter(([, amount]) => amount !== 0)
            .map(([vertical, amount]) => ({ type: 'wheel', vertical, amount })),
        );
      },
    });
    return () => {
      touch.cancel();
      releaseAll();
      stop();
    };
  }, [canvas, desktop, mode, onRelease, sendKey, sendHeldKeys]);
}

/** Pixels per unit of `deltaMode` (pixel, line, page), matching IronRDP. */
const WHEEL_PIXELS: Record<number, number> = { 0: 1, 1: 50, 2: 1900 };

/** The right button is the second bit of `buttons`, whereas `button` counts the middle one second. */
const isDown = ({ button, buttons }: PointerEvent): boolean =>
  (buttons & ([1, 4, 2, 8, 16][button] ?? 0)) !== 0;
