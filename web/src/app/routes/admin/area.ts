import { lazyPart } from '@/lib/lazy-part.js';
import type * as adminShell from './admin-shell.js';

export const AdminArea = lazyPart(() => import('./admin-shell.js'));

let fetched = false;

export const isAreaFetched = (): boolean => fetched;

/** Fetches the area's code and that of the section it opens with. Never fails: missing code is fetched again when it is shown. */
export async function fetchArea(): Promise<void> {
  const area = (await AdminArea.preload()) as typeof adminShell | undefined;
  await area?.prefetchOpening();
  fetched = true;
}
