import { z } from 'zod';
import { IDEMPOTENCY_KEY, type Route } from './route.js';

/** Value of the header, chosen by the caller, e.g. a UUID, with or without quotes. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** Returns a route's headers, including Idempotency-Key if the route accepts it. */
export const headersOf = ({
  headers = {},
  idempotency,
}: Pick<Route, 'headers' | 'idempotency'>): NonNullable<Route['headers']> =>
  idempotency ? { ...headers, [IDEMPOTENCY_KEY]: idempotencyKey.optional() } : headers;
