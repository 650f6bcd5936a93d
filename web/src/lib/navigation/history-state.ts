import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';

/**
 * Where one is in a screen: its section, filters, page and open dialogs. They are not in the URL (SPEC §2) but in the state
 * of the history's entry, so Back, Forward and a reload bring them again. JSON only and never a secret: browsers keep it
 * on the disk.
 */
export type HistoryState = Readonly<Record<string, unknown>>;

export const historyStateOf = ({ state }: Pick<Location, 'state'>): HistoryState =>
  (state as { place?: HistoryState } | null)?.place ?? {};

/** The state of the current history entry, for loaders. The router stores a location's state as `usr`. */
export const openingHistoryState = (): HistoryState =>
  historyStateOf({ state: (history.state as { usr?: unknown } | null)?.usr });

/** The entry that was drawn last. */
let drawn: Location | null = null;
/** What it keeps by now. A change is drawn later, and the next one must not undo it. */
let newest: HistoryState = {};
/** While Back is under way, what is changed waits for where it leads. */
let waiting: (() => void)[] | null = null;

function arriveAt(location: Location): void {
  if (drawn === location) return;
  drawn = location;
  newest = historyStateOf(location);
  const held = waiting ?? [];
  waiting = null;
  for (const change of held) change();
}

type Change = (before: HistoryState) => HistoryState;

/** For the whole site: Back may lead to a screen that keeps no place. */
export function useTrackHistory(): Location {
  const location = useLocation();
  useLayoutEffect(() => arriveAt(location), [location]);
  return location;
}

/** The place, and the way to change it: in this entry of the history, or as a new one that Back leaves again (`push`). */
function useHistoryEntry() {
  const location = useTrackHistory();
  const navigate = useNavigate();

  const change = useCallback(
    (next: Change, { push = false } = {}) => {
      const apply = () => {
        newest = next(newest);
        void navigate({ search: drawn?.search }, { replace: !push, state: { place: newest } });
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

/** A state that the history's entry keeps. With `push`, Back leads to the value before. A change of the section drops it. */
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

/** The page of a list. Back leads to the page before. */
export function useHistoryPage(list: string): [number, (page: number) => void] {
  const [page, setPage] = useHistoryState(`page:${list}`, 1);
  return [page, useCallback((next: number) => setPage(next, { push: true }), [setPage])];
}

/** The section of a screen. Another one begins a new place; what is shown already stays as it is. */
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

/** Leads to another place of the screen, its filters included, also within the section that is open. Back leads back. */
export function useNavigateTo(): (place: HistoryState) => void {
  const { change } = useHistoryEntry();
  return useCallback(
    (to) => change(() => ({ ...to, visit: Date.now() }), { push: true }),
    [change],
  );
}

/** Differs where one was led to a place anew: what is shown begins with that place's filters. */
export const useVisitKey = (): number => useHistoryState('visit', 0)[0];

/** An open dialog as a place keeps it. */
interface Kept<T> {
  of: T;
  /** It has an entry of its own: closing it leads back. */
  pushed: boolean;
}

export interface HistoryDialog<T> {
  /** What it is open for; undefined while it is closed. */
  of: T | undefined;
  open: (of: T) => void;
  /** While it is open: it goes on with something else, in the same entry. */
  goOn: (of: T) => void;
  close: () => void;
}

/** Nothing to go back to, as the router counts: a copied tab, say. */
const isFirstEntry = () => (window.history.state as { idx?: number } | null)?.idx === 0;

const DIALOG = 'dialog:';
const lastDialog = (place: HistoryState) =>
  Object.keys(place).findLast((name) => name.startsWith(DIALOG));

/** A place with a dialog in it, for those who lead there. */
export const withDialog = (place: HistoryState, dialog: string, of: unknown): HistoryState => ({
  ...place,
  [DIALOG + dialog]: { of, pushed: false },
});

/** A dialog that stays open over a reload, and that Back closes. `of` is what finds its subject again: an id, a name. */
export function useHistoryDialog<T = true>(dialog: string): HistoryDialog<T> {
  const { place, change, back } = useHistoryEntry();
  const key = DIALOG + dialog;
  const kept = place[key] as Kept<T> | undefined;
  // Below another one it has not the last entry.
  const last = kept?.pushed === true && lastDialog(place) === key && !isFirstEntry();
  const open = useCallback(
    (of: T) => change((before) => ({ ...before, [key]: { of, pushed: true } }), { push: true }),
    [change, key],
  );
  const goOn = useCallback(
    (of: T) =>
      change((before) =>
        key in before ? { ...before, [key]: { ...(before[key] as Kept<T>), of } } : before,
      ),
    [change, key],
  );
  const close = useCallback(() => {
    if (last) return back();
    change(({ [key]: _closed, ...rest }) => rest);
  }, [change, back, key, last]);
  return { of: kept?.of, open, goOn, close };
}

export interface RowDialog<T> {
  /** What finds the row; undefined while closed. */
  of: string | undefined;
  /** The row that it is open for, as it was seen last; undefined while closed, and until the row is there. */
  row: T | undefined;
  open: (row: T) => void;
  close: () => void;
}

const idOf = ({ id }: { id: string }) => id;

/** The same for a row of a list. It stays open when the row moves to another page. */
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
