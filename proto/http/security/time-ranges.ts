import { z } from 'zod';
import { RULES } from '../rules.js';

export const timeRange = z.enum(['1h', '24h', '7d', '30d'], RULES.TIME_RANGE_UNKNOWN);
export type TimeRange = z.infer<typeof timeRange>;
