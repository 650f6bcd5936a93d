import type { InstallStatus } from '@casement/proto/http/install/install.js';

/** `reserving` is internal: the quota is not held yet, and the row is not shown. */
export type StoredStatus = 'reserving' | InstallStatus;

export const ACTIVE: readonly StoredStatus[] = ['reserving', 'pending', 'preparing', 'running'];

/** The VPS may still be worked on, so no other install gets its address. */
export const UNFINISHED: readonly StoredStatus[] = [...ACTIVE, 'manual_review'];
