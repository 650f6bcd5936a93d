import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';

/**
 * Place in a screen: its section, filters, page and open dialogs. It is not in the URL (SPEC §2) but in the state of
 * the history entry, so Back, Forward and a reload restore it. JSON only and never a secret, because browsers store
 * it on disk.
 */
export type HistoryState = Readonly<Record<string, unknown>>;

export const historyStateOf = ({ state }: Pick<Location, 'state'>): HistoryState =>
  (state as { place?: HistoryState } | null)?.place ?? {};

/** The state of the current history entry, for loaders. The router stores a location's state as `usr`. */
export const initialHistoryState = (): HistoryState =>
  historyStateOf({ state: (history.state as { usr?: unknown } | null)?.usr });

/** Last rendered history entry. */
let rendered: Location | null = null;
/** Pending state of that entry. Changes are rendered later, and the next change must not undo them. */
let newest: HistoryState = {};
/** Changes made during a Back navigation wait until it has completed. */
let waiting: (() => void)[] | null = null;

function syncEntry(location: Location): void {
  if (rendered === location) return;
  rendered = location;
  newest = historyStateOf(location);
  const pending = waiting ?? [];
  waiting = null;
  for (const change of pending) change();
}

type Change = (before: HistoryState) => HistoryState;

/**
 * Tracks the current history entry. Must run on every screen, because Back can lead to a screen without history
 * state.
 */
export function useTrackHistory(): Location {
  const location = useLocation();
  useLayoutEffect(() => syncEntry(location), [location]);
  return location;
}

/** Returns the place and a function that changes it, either in the current history entry or in a new one (`push`). */
function useHistoryEntry() {
  const location = useTrackHistory();
  const navigate = useNavigate();

  const change = useCallback(
    (next: Change, { push = false } = {}) => {
      const apply = () => {
        newest = next(newest);
        void navigate({ search: rendered?.search }, { replace: !push, state: { place: newest } });
      };
      if (waiting) waiting.push(apply);
      else apply();
    },
    [navigate],
  );
  const back = useCallback(() => {
    if (waiting) return;
    waiting = [];
    void navigate(-1);
  }, [navigate]);
  return { place: historyStateOf(location), change, back };
}

type Update<T> = T | ((before: T) => T);

/** State stored in the history entry. With `push`, Back returns to the previous value. A section change drops it. */
export function useHistoryState<T>(
  name: string,
  initial: T,
): [T, (next: Update<T>, options?: { push?: boolean }) => void] {
  const { place, change } = useHistoryEntry();
  const set = useCallback(
    (next: Update<T>, options?: { push?: boolean }) =>
      change((before) => {
        const value = (name in before ? before[name] : initial) as T;
        return { ...before, [name]: next instanceof Function ? next(value) : next };
      }, options),
    [change, name],
  );
  return [(name in place ? place[name] : initial) as T, set];
}

/** Page of a list. Back returns to the previous page. */
export function useHistoryPage(list: string): [number, (page: number) => void] {
  const [page, setPage] = useHistoryState(`page:${list}`, 1);
  return [page, useCallback((next: number) => setPage(next, { push: true }), [setPage])];
}

/** Section of a screen. Changing it starts a new place; selecting the current section changes nothing. */
export function useSection<S extends string>(
  known: readonly { name: S }[],
  first: S,
): [S, (section: S) => void] {
  const { place, change } = useHistoryEntry();
  const section = known.find(({ name }) => name === place.section)?.name ?? first;
  const goTo = useCallback(
    (next: S) => {
      if (next !== section) change(() => ({ section: next }), { push: true });
    },
    [change, section],
  );
  return [section, goTo];
}

/**
 * Navigates to another place in the screen, with its filters, as a new history entry. Also works within the current
 * section.
 */
export function useNavigateTo(): (place: HistoryState) => void {
  const { change } = useHistoryEntry();
  return useCallback(
    (to) => change(() => ({ ...to, visit: Date.now() }), { push: true }),
    [change],
  );
}

/**
 * Changes with each navigation by `useNavigateTo`, so that the content remounts with the filters of the new place.
 */
export const useVisitKey = (): number => useHistoryState('visit', 0)[0];

/** Open dialog as stored in a history state. */
interface StoredDialog<T> {
  of: T;
  /** The dialog has its own history entry, so closing it navigates back. */
  pushed: boolean;
}

export interface HistoryDialog<T> {
  /** Subject of the dialog; undefined while closed. */
  of: T | undefined;
  open: (of: T) => void;
  /** Changes the subject of the open dialog within the same history entry. */
  setSubject: (of: T) => void;
  close: () => void;
}

/** No previous entry according to the router, e.g. in a duplicated tab. */
const isFirstEntry = () => (window.history.state as { idx?: number } | null)?.idx === 0;

const DIALOG = 'dialog:';
const lastDialog = (place: HistoryState) =>
  Object.keys(place).findLast((name) => name.startsWith(DIALOG));

/** Adds an open dialog to a history state, for links that open it. */
export const withDialog = (place: HistoryState, dialog: string, of: unknown): HistoryState => ({
  ...place,
  [DIALOG + dialog]: { of, pushed: false },
});

/** A dialog that survives a reload and that Back closes. `of` identifies its subject: an id or a name. */
export function useHistoryDialog<T = true>(dialog: string): HistoryDialog<T> {
  const { place, change, back } = useHistoryEntry();
  const key = DIALOG + dialog;
  const stored = place[key] as StoredDialog<T> | undefined;
  // A dialog below another one does not own the last entry.
  const last = stored?.pushed === true && lastDialog(place) === key && !isFirstEntry();
  const open = useCallback(
    (of: T) => change((before) => ({ ...before, [key]: { of, pushed: true } }), { push: true }),
    [change, key],
  );
  const setSubject = useCallback(
    (of: T) =>
      change((before) =>
        key in before ? { ...before, [key]: { ...(before[key] as StoredDialog<T>), of } } : before,
      ),
    [change, key],
  );
  const close = useCallback(() => {
    if (last) return back();
    change(({ [key]: _closed, ...rest }) => rest);
  }, [change, back, key, last]);
  return { of: stored?.of, open, setSubject, close };
}

export interface RowDialog<T> {
  /** Identifies the row; undefined while closed. */
  of: string | undefined;
  /** The row as last loaded; undefined while closed, and until it is loaded. */
  row: T | undefined;
  open: (row: T) => void;
  close: () => void;
}

const idOf = ({ id }: { id: string }) => id;

/** Dialog of a list row. It stays open if the row moves to another page. */
export function useRowDialog<T extends { id: string }>(
  dialog: string,
  rows: readonly T[] | undefined,
): RowDialog<T>;
export function useRowDialog<T>(
  dialog: string,
  rows: readonly T[] | undefined,
  key: (row: T) => string,
): RowDialog<T>;
export function useRowDialog<T>(
  dialog: string,
  rows: readonly T[] | undefined,
  key: (row: T) => string = idOf as never,
): RowDialog<T> {
  const { of, open, close } = useHistoryDialog<string>(dialog);
  const [seen, setSeen] = useState<T>();
  const found = of === undefined ? undefined : rows?.find((row) => key(row) === of);
  if (found !== undefined && found !== seen) setSeen(found);
  const last = seen !== undefined && key(seen) === of ? seen : undefined;
  return { of, row: found ?? last, open: (row) => open(key(row)), close };
}
