import { desktopRoutes } from '@casement/proto/http/install/desktops/desktops.routes.js';
import { useEffect, useReducer, useRef, useState, type RefObject } from 'react';
import { call } from '@/lib/api/api-client.js';
import { ApiError, messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { endReasonOf } from './end-reasons.js';
import type { Desktop } from './engine/iron.js';
import { Meter } from './engine/meter.js';
import { desktopSize } from './engine/size.js';
import { INITIAL_PHASE, liveConnection, next, retryDelay, type DesktopEvent } from './phases.js';

/** Loads the client's code with its WebAssembly. */
export const loadEngine = () => import('./engine/iron.js');

/** Credentials, held only in the memory of the open view. */
export interface SignIn {
  account: string;
  password: string;
}

interface ConnectionOptions {
  installId: string;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Area to fill. The canvas itself has no size before it is shown. */
  container: RefObject<HTMLElement | null>;
  signIn: SignIn;
  /** Receives text copied in Windows; null while the clipboard is not shared. */
  onCopied: ((text: string) => void) | null;
}

/**
 * Holds the only connection of a view: opened by `submitted`, reopened according to phases.ts, closed with the view.
 */
export function useConnection(parts: ConnectionOptions) {
  const [phase, dispatch] = useReducer(next, INITIAL_PHASE);
  const [desktop, setDesktop] = useState<Desktop | null>(null);
  const [meter] = useState(() => new Meter());
  const newest = useRef(parts);
  useEffect(() => {
    newest.current = parts;
  });

  const live = liveConnection(phase);
  useEffect(() => {
    if (live === 0) return;
    const leaving = new AbortController();
    const notify = (event: DesktopEvent) => {
      if (!leaving.signal.aborted) dispatch(event);
    };
    void connect(newest.current, meter, leaving.signal, notify, setDesktop);
    return () => {
      leaving.abort();
      setDesktop(null);
    };
  }, [live, meter]);

  useEffect(() => {
    if (phase.name !== 'waiting') return;
    const timer = setTimeout(() => dispatch({ type: 'due' }), retryDelay(phase.attempt));
    return () => clearTimeout(timer);
  }, [phase]);

  return { phase, dispatch, desktop: phase.name === 'open' ? desktop : null, meter };
}

async function connect(
  { installId, canvas, container, signIn, onCopied }: ConnectionOptions,
  meter: Meter,
  signal: AbortSignal,
  notify: (event: DesktopEvent) => void,
  setDesktop: (desktop: Desktop) => void,
): Promise<void> {
  const engine = await loadEngine()
    .then(async (module) => {
      await module.loadClient();
      return module;
    })
    .catch(() => null);
  if (!engine || !canvas.current || !container.current) {
    return notify({ type: 'ended', ending: 'not_loaded', openMs: 0 });
  }
  let ticket;
  try {
    ticket = await call(desktopRoutes.openDesktop, { params: { id: installId }, signal });
  } catch (error) {
    const message = messageOf(error, t(commonMessages).pleaseTryAgain);
    return notify({ type: 'noTicket', message, transient: isTransient(error) });
  }
  try {
    const desktop = await engine.openDesktop(
      {
        url: new URL(ticket.url, window.location.href.replace(/^http/, 'ws')).href,
        ticket: ticket.ticket,
        destination: `${ticket.host}:${ticket.port}`,
        ...signIn,
        canvas: canvas.current,
        size: desktopSize(container.current.getBoundingClientRect(), window.devicePixelRatio),
        meter,
        ...(onCopied && { onCopied }),
      },
      signal,
    );
    const openedAt = performance.now();
    if (!signal.aborted) setDesktop(desktop);
    notify({ type: 'opened' });
    const closing = await desktop.ended;
    const openMs = performance.now() - openedAt;
    notify({ type: 'ended', ending: endReasonOf(closing, false), openMs });
  } catch (error) {
    if (signal.aborted) return;
    const ending =
      error instanceof engine.OpeningFailed ? endReasonOf(error.closing, true) : 'not_loaded';
    notify({ type: 'ended', ending, openMs: 0 });
  }
}

/** No response or a server error, so a retry may succeed. */
const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);
