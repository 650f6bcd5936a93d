import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Desktop } from './engine/iron.js';

/** Maximum length of a transferred text. */
const MAX_CLIPBOARD = 1_000_000;
/** Time for Windows to learn of the new clipboard text before the paste key arrives. */
const PASTE_MS = 100;
/** Maximum wait for the browser to provide the text after the paste key. */
const NO_TEXT_MS = 50;

/**
 * Key events delayed until the pasted text has been sent, starting with the paste key. Later keys must not overtake
 * it, and no key may be released before it was pressed.
 */
interface HeldKeys {
  keys: (() => void)[];
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Shares text in both directions after the user's consent. Pasted text is sent with the paste key, which needs no
 * permission. Text copied in Windows is written to the clipboard, or waits for a click if the browser requires one.
 */
export function useClipboard(
  canvas: RefObject<HTMLCanvasElement | null>,
  desktop: Desktop | null,
  shared: boolean,
) {
  const [waiting, setWaiting] = useState<string | null>(null);
  const held = useRef<HeldKeys | null>(null);
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

  /** @returns whether Windows is notified of a new text */
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

  const sendHeldKeys = useCallback(() => {
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
      if (!news) return sendHeldKeys();
      clearTimeout(held.current?.timer);
      if (held.current) held.current.timer = setTimeout(sendHeldKeys, PASTE_MS);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [canvas, desktop, shared, copy, sendHeldKeys]);

  const sendKey = useCallback(
    (event: KeyboardEvent, send: () => void): boolean => {
      if (held.current) {
        held.current.keys.push(send);
        return false;
      }
      if (shared && event.type === 'keydown' && !event.repeat && pastes(event)) {
        held.current = { keys: [send], timer: setTimeout(sendHeldKeys, NO_TEXT_MS) };
        return true;
      }
      send();
      return false;
    },
    [shared, sendHeldKeys],
  );

  return {
    onCopied,
    /** Sends a key in order. @returns whether the browser should paste for it */
    sendKey,
    sendHeldKeys,
    tooLong,
    /** Text copied in Windows that the browser did not accept without a click. */
    waiting,
    writeWaitingText: async () => {
      await writeText(waiting ?? '');
      setWaiting(null);
    },
    /** Reads the clipboard, for which the browser may ask the user. @throws if the browser refuses */
    sendNow: async () => void copy(await navigator.clipboard.readText()),
  };
}

/** @throws if the browser refuses or offers no clipboard to pages */
const writeText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);

const pastes = ({ code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  !altKey &&
  ((code === 'KeyV' && (ctrlKey || metaKey)) || (code === 'Insert' && shiftKey && !ctrlKey));
