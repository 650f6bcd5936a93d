import { useSyncExternalStore } from 'react';
import { emitter } from '@/lib/emitter.js';
import type { ActionLink } from '@/lib/installs/finished-links.js';
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from '@/config/limits.js';

export type ToastTone = 'success' | 'destructive' | 'info';

export interface ToastMessage {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** Next steps, the primary one first. */
  links?: readonly ActionLink[];
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let toasts: ShownToast[] = [];
let lastId = 0;
const changed = emitter();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function change(next: ShownToast[]): void {
  toasts = next;
  changed.emit();
}

/** Shows a message. At most one is visible (SPEC §9); a newer message replaces the older one. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  const kept = [{ ...message, id: lastId, open: true }, ...toasts].slice(0, TOAST_LIMIT);
  for (const gone of toasts) if (!kept.includes(gone)) forget(gone.id);
  change(kept);
}

/** Closes a message, which leaves the list after the removal delay (SPEC §9: 1,000,000 ms). */
export function dismissToast(id: number): void {
  change(toasts.map((t) => (t.id === id ? { ...t, open: false } : t)));
  if (removals.has(id)) return;
  removals.set(
    id,
    setTimeout(() => {
      forget(id);
      change(toasts.filter((t) => t.id !== id));
    }, TOAST_REMOVE_DELAY_MS),
  );
}

function forget(id: number): void {
  clearTimeout(removals.get(id));
  removals.delete(id);
}

/** Clears all visible and pending toasts (tests only). */
export function clearToasts(): void {
  for (const { id } of toasts) forget(id);
  change([]);
}

export function useToasts(): ShownToast[] {
  return useSyncExternalStore(changed.subscribe, () => toasts);
}
