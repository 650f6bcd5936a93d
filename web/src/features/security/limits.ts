/** Constants of SPEC §9. proto/http/security defines them for the server, but importing it would load zod. */
export const BLOCK_MINUTES = { least: 1, most: 10_080, fallback: 60 } as const;
export const RECENT_EVENTS = 3;
/** Polling interval while no recovery is in progress. */
export const IDLE_POLL_MS = 30_000;
export const HOURS_OF = { '1h': 1, '24h': 24, '7d': 168 } as const;
