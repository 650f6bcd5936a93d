// Contains no schemas, so that a page can use the limits without loading the form's validation.

/** Duration of a block in minutes (SPEC §9). */
export const BLOCK_MINUTES = { least: 1, most: 10_080, fallback: 60 } as const;

/** Number of Recent Security Events shown (SPEC §2, §9). */
export const RECENT_EVENTS = 3;

/** Hours of each time range (SPEC §9). */
export const TIME_RANGES = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;
