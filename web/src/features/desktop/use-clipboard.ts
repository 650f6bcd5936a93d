import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Desktop } from './engine/iron.js';

/** Longer texts stay where they are: a file is not sent as text. */
const MAX_CLIPBOARD = 1_000_000;
/** Until Windows has heard of what it is to paste. */
const PASTE_MS = 100;
/** A browser that gives no text at the key gives none at all. */
const NO_TEXT_MS = 50;

/** Keys that wait, the one that pastes first: none may overtake it, nor may a key go up before it has gone down. */
interface Held {
  keys: (() => void)[];
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Text both ways, once the user has consented. What the user pastes goes along with the key that pastes it, which needs no
 * permission; what Windows has copied is written to the clipboard, or waits for a click where the browser wants one.
 */
export function useClipboard(
  canvas: RefObject<HTMLCanvasElement | null>,
  desktop: Desktop | null,
  shared: boolean,
) {
  const [waiting, setWaiting] = useState<string | null>(null);
  const held = useRef<Held | null>(null);
  const sent = useRef<string | null>(null);
  const [tooLong, setTooLong] = useState(false);

  const onCopied = useCallback((text: string) => {
    if (text.length > MAX_CLIPBOARD) return setTooLong(true);
    sent.current = null;
    setTooLong(false);
    writeText(text).then(
      () => setWaiting(null),
      () => setWaiting(text),
    );
  }, []);

  /** @returns whether Windows hears of a new text */
  const copy = useCallback(
    (text: string): boolean => {
      if (!desktop || text === '' || text === sent.current) return false;
      setTooLong(text.length > MAX_CLIPBOARD);
      if (text.length > MAX_CLIPBOARD) return false;
      sent.current = text;
      desktop.copy(text);
      return true;
    },
    [desktop],
  );

  const sendHeld = useCallback(() => {
    const { keys, timer } = held.current ?? { keys: [] };
    clearTimeout(timer);
    held.current = null;
    for (const send of keys) send();
  }, []);

  useEffect(() => {
    if (!desktop || !shared) return;
    sent.current = null;
    const onPaste = (event: ClipboardEvent) => {
      if (document.activeElement !== canvas.current) return;
      event.preventDefault();
      const news = copy(event.clipboardData?.getData('text/plain') ?? '');
      if (!news) return sendHeld();
      clearTimeout(held.current?.timer);
      if (held.current) held.current.timer = setTimeout(sendHeld, PASTE_MS);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [canvas, desktop, shared, copy, sendHeld]);

  const sendKey = useCallback(
    (event: KeyboardEvent, send: () => void): boolean => {
      if (held.current) {
        held.current.keys.push(send);
        return false;
      }
      if (shared && event.type === 'keydown' && !event.repeat && pastes(event)) {
        held.current = { keys: [send], timer: setTimeout(sendHeld, NO_TEXT_MS) };
        return true;
      }
      send();
      return false;
    },
    [shared, sendHeld],
  );

  return {
    onCopied,
    /** Sends a key in its turn. @returns whether the browser is to paste at it */
    sendKey,
    /** Sends the keys that wait, at once. */
    sendHeld,
    tooLong,
    /** What Windows has copied and the browser did not take without a click. */
    waiting,
    takeWaiting: async () => {
      await writeText(waiting ?? '');
      setWaiting(null);
    },
    /** Reads the clipboard, which the browser may ask the user about. @throws where it refuses */
    sendNow: async () => void copy(await navigator.clipboard.readText()),
  };
}

/** @throws where the browser refuses, or has no clipboard for pages */
const writeText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

const pastes = ({ code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  !altKey &&
  ((code === 'KeyV' && (ctrlKey || metaKey)) || (code === 'Insert' && shiftKey && !ctrlKey));
