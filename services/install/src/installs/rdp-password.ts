import type { InstallEntity } from './install.entity.js';

export const RDP_PASSWORD_DAYS = 7;
export const RDP_PASSWORD_LIFETIME_MS = RDP_PASSWORD_DAYS * 86_400_000;

/** Returns when the stored password will be erased, or `null` if it is not stored or the install has not ended. */
export const rdpPasswordUntil = ({
  rdpPassword,
  finishedAt,
}: Pick<InstallEntity, 'rdpPassword' | 'finishedAt'>): Date | null =>
  rdpPassword !== null && finishedAt !== null
    ? new Date(finishedAt.getTime() + RDP_PASSWORD_LIFETIME_MS)
    : null;
