import type { InstallStatus } from '@casement/proto/http/install/install.js';

/** `reserving` is internal: the quota is not held yet, and the row is hidden from users. */
export type StoredStatus = 'reserving' | InstallStatus;

export const ACTIVE: readonly StoredStatus[] = ['reserving', 'pending', 'preparing', 'running'];

/** Statuses in which the VPS may still be worked on, so that no other install may use its address. */
export const UNFINISHED: readonly StoredStatus[] = [...ACTIVE, 'manual_review'];
