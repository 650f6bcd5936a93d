import { lazyComponent } from '@/lib/lazy-component.js';
import type * as adminShell from './admin-shell.js';

export const AdminArea = lazyComponent(() => import('./admin-shell.js'));

let fetched = false;

export const isAreaFetched = (): boolean => fetched;

/** Fetches the code of the area and of its first section. Never fails: missing code is refetched on render. */
export async function fetchArea(): Promise<void> {
  const area = (await AdminArea.preload()) as typeof adminShell | undefined;
  await area?.prefetchFirstSection();
  fetched = true;
}
