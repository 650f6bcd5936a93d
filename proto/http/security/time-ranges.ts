import { z } from 'zod';
import { RULES } from '../rules.js';

/** Hours of each time range (SPEC §9). */
export const TIME_RANGES = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;
export const timeRange = z.enum(['1h', '24h', '7d', '30d'], RULES.TIME_RANGE_UNKNOWN);
export type TimeRange = z.infer<typeof timeRange>;
