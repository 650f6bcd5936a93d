/** Constants of SPEC §9. proto/http/security has them for the server; with it would come the whole of zod. */
export const BLOCK_MINUTES = { least: 1, most: 10_080, unlessGiven: 60 } as const;
export const RECENT_EVENTS = 3;
/** How often what is watched is asked for while nothing is under way. */
export const WATCH_MS = 30_000;
export const HOURS_OF = { '1h': 1, '24h': 24, '7d': 168 } as const;
