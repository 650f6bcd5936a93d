import { z } from 'zod';
import { IDEMPOTENCY_KEY, type Route } from './route.js';

/** The header's value: the caller's own, e.g. a UUID, with or without quotes. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** A route's headers, with what `once` adds. */
export const headersOf = ({
  headers = {},
  once,
}: Pick<Route, 'headers' | 'once'>): NonNullable<Route['headers']> =>
  once ? { ...headers, [IDEMPOTENCY_KEY]: idempotencyKey.optional() } : headers;
