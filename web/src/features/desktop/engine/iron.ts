import { Backend, displayControl, init } from '@devolutions/iron-remote-desktop-rdp';
import type { Closing } from './closing.js';
import type { Input } from './input.js';
import { CRASHED, watchForCrash } from './crash.js';
import { watchNextSocket } from './desktop-socket.js';
import type { Meter } from './meter.js';
import type { DesktopSize } from './size.js';

/*
 * RDP client in WebAssembly. The package's web component (iron-remote-desktop) is not used: it reads the clipboard on
 * mount before any consent, does not support touch, and captures every key without a way out.
 */

type Session = Awaited<ReturnType<InstanceType<typeof Backend.SessionBuilder>['connect']>>;

export interface OpeningOptions {
  /** Address of the relay: `wss://…`. */
  url: string;
  ticket: string;
  /** `host:port` of Windows. The relay itself uses the ticket. */
  destination: string;
  account: string;
  password: string;
  canvas: HTMLCanvasElement;
  size: DesktopSize;
  meter: Meter;
  /** Receives text copied in Windows. Without it, no clipboard channel is opened. */
  onCopied?: (text: string) => void;
}

export interface Desktop {
  send: (inputs: Input[]) => void;
  /** Releases all pressed keys and buttons. */
  releaseAll: () => void;
  setLocks: (locks: { scroll: boolean; num: boolean; caps: boolean; kana: boolean }) => void;
  /** Resizes the desktop if Windows supports it; otherwise does nothing. */
  resize: (size: DesktopSize) => void;
  /** Sets the text that Windows pastes next. */
  copy: (text: string) => void;
  close: () => void;
  /** Settles once and never rejects. */
  ended: Promise<Closing>;
}

/** A failed sign-in or connection attempt. */
export class OpeningFailed extends Error {
  constructor(readonly closing: Closing) {
    super('OpeningFailed');
  }
}

/** Maximum wait for the close code, which the relay sends right after the last message. */
const CLOSE_WAIT_MS = 1_000;
/** WebSocket close code of a lost network connection. */
const ABNORMAL = 1006;

let ready: Promise<void> | undefined;

/** Fetches and compiles the client once. */
export async function loadClient(): Promise<void> {
  // No log level, so that session data is never written to the console.
  ready ??= init('');
  try {
    await ready;
  } catch (error) {
    ready = undefined;
    throw error;
  }
}

/**
 * Signs in to Windows through the relay. The password is used only in CredSSP, whose TLS binding the client verifies
 * against the certificate seen by the relay.
 *
 * @throws OpeningFailed, or the errors of `loadClient`
 */
export async function openDesktop(options: OpeningOptions, signal: AbortSignal): Promise<Desktop> {
  await loadClient();
  signal.throwIfAborted();
  const { meter } = options;
  let onClosed: (code: number) => void = () => undefined;
  const closed = new Promise<number>((resolve) => (onClosed = resolve));
  const closeSocket = watchNextSocket({
    onSent: (bytes) => meter.sent(bytes),
    onReceived: (bytes) => meter.received(bytes),
    onClosed,
  });
  signal.addEventListener('abort', closeSocket, { once: true });

  /** Returns the close code, or ABNORMAL if none arrives within CLOSE_WAIT_MS. */
  const closeCode = async () => {
    const code = await Promise.race([closed, resolveAfter(CLOSE_WAIT_MS, ABNORMAL)]);
    closeSocket();
    return code;
  };
  let stopWatching: () => void = () => undefined;
  const crash = new Promise<Closing>((resolve) => {
    stopWatching = watchForCrash(() => {
      closeSocket();
      resolve(CRASHED);
    });
  });
  let session: Session;
  try {
    session = await Promise.race([
      builderOf(options, () => session).connect(),
      crash.then((closing) => Promise.reject(new OpeningFailed(closing))),
    ]);
  } catch (error) {
    stopWatching();
    if (error instanceof OpeningFailed) throw error;
    const failure = kindOf(error);
    throw new OpeningFailed({ code: await closeCode(), ...(failure && { failure }) });
  }
  const run = session.run().then(
    () => {
      closeSocket();
      return { code: null };
    },
    async () => ({ code: await closeCode() }),
  );
  const ended = Promise.race([run, crash]).finally(stopWatching);
  const { size } = options;
  if (size.scale !== 100) session.resize(size.width, size.height, size.scale);
  return desktopOf(session, { ended, close: closeSocket, meter });
}

function builderOf(options: OpeningOptions, session: () => Session) {
  const { canvas, size, onCopied } = options;
  const { domain, user } = readAccount(options.account);
  const builder = new Backend.SessionBuilder()
    .proxyAddress(options.url)
    .authToken(options.ticket)
    .destination(options.destination)
    .serverDomain(domain)
    .username(user)
    .password(options.password)
    .desktopSize(new Backend.DesktopSize(size.width, size.height))
    .renderCanvas(canvas)
    .setCursorStyleCallbackContext(canvas)
    .setCursorStyleCallback((kind: string, image?: string, x = 0, y = 0) => {
      canvas.style.cursor = cursorOf(kind, image, x, y);
    })
    .extension(displayControl(true));
  if (!onCopied) return builder;
  return (
    builder
      .remoteClipboardChangedCallback((data: InstanceType<typeof Backend.ClipboardData>) => {
        const item = data.items().find((entry) => entry.mimeType() === 'text/plain');
        const text = item?.value() as unknown;
        if (typeof text === 'string') onCopied(text);
      })
      // Windows requests the clipboard when connecting. The page sends no text before the user pastes or sends it.
      .forceClipboardUpdateCallback(
        () =>
          void session()
            .onClipboardPaste(new Backend.ClipboardData())
            .catch(() => undefined),
      )
  );
}

/** Parses `DOMAIN\user`. `.` means the remote computer, the same as an empty domain. */
function readAccount(account: string): { domain: string; user: string } {
  const trimmed = account.trim();
  const at = trimmed.indexOf('\\');
  const domain = trimmed.slice(0, Math.max(at, 0));
  return { domain: domain === '.' ? '' : domain, user: trimmed.slice(at + 1) };
}

const cursorOf = (kind: string, image: string | undefined, x: number, y: number): string => {
  if (kind === 'url' && image) return `url(${image}) ${Math.round(x)} ${Math.round(y)}, default`;
  return kind === 'hidden' ? 'none' : 'default';
};

function desktopOf(
  session: Session,
  { ended, close, meter }: Pick<Desktop, 'ended' | 'close'> & { meter: Meter },
): Desktop {
  /** Ignores input sent at the moment the session ends. */
  const ifOpen = (send: () => unknown) => {
    try {
      send();
    } catch {
      // The end of the session is reported through `ended`.
    }
  };
  return {
    send: (inputs) =>
      ifOpen(() => {
        if (inputs.some((input) => 'down' in input && input.down)) meter.pressed();
        const transaction = new Backend.InputTransaction();
        for (const input of inputs) transaction.addEvent(eventOf(input));
        session.applyInputs(transaction);
      }),
    releaseAll: () => ifOpen(() => session.releaseAllInputs()),
    setLocks: ({ scroll, num, caps, kana }) =>
      ifOpen(() => session.synchronizeLockKeys(scroll, num, caps, kana)),
    resize: ({ width, height, scale }) => ifOpen(() => session.resize(width, height, scale)),
    copy: (text) =>
      ifOpen(() => {
        const data = new Backend.ClipboardData();
        data.addText('text/plain', text);
        void session.onClipboardPaste(data).catch(() => undefined);
      }),
    close,
    ended,
  };
}

/** Maximum wheel movement, a signed 16-bit number. */
const MAX_WHEEL = 0x7fff;

function eventOf(input: Input) {
  const { DeviceEvent } = Backend;
  switch (input.type) {
    case 'key':
      return input.down
        ? DeviceEvent.keyPressed(input.scancode)
        : DeviceEvent.keyReleased(input.scancode);
    case 'character':
      return input.down
        ? DeviceEvent.unicodePressed(input.character)
        : DeviceEvent.unicodeReleased(input.character);
    case 'move':
      return DeviceEvent.mouseMove(input.x, input.y);
    case 'button':
      return input.down
        ? DeviceEvent.mouseButtonPressed(input.button)
        : DeviceEvent.mouseButtonReleased(input.button);
    case 'wheel':
      return DeviceEvent.wheelRotations(
        input.vertical,
        Math.round(Math.max(-MAX_WHEEL, Math.min(MAX_WHEEL, input.amount))),
        PIXELS,
      );
  }
}

/** RotationUnit.Pixel, which is also exported only as a type. */
const PIXELS = 0;

function kindOf(error: unknown): number | undefined {
  const { kind } = error as { kind?: () => number };
  return typeof kind === 'function' ? kind.call(error) : undefined;
}

const resolveAfter = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms));
