import type { Failure, PageMeta, Success } from '@casement/proto/http/envelope.js';
import {
  pathOf,
  type DataOf,
  type EnvelopeOf,
  type InputOf,
  type Route,
} from '@casement/proto/http/route.js';
import type { RefreshResponse } from '@casement/proto/http/auth/sign-in.js';
import { REQUEST_TIMEOUT_MS } from '@/config/limits.js';
import { currentLanguage } from '@/messages/i18n.js';
import { sessionRefreshFailed } from '@/lib/api/sign-out-event.js';
import { requestStepUp } from '@/lib/api/step-up.js';
import { requireTerms } from '@/lib/api/terms-gate.js';
import { accessToken } from '@/lib/api/token.js';
import { twoFactorSetupRequired } from '@/lib/api/two-factor-event.js';
import { ApiError, DisplayableError } from './api-error.js';
import { refreshOnce } from './refresh.js';
import { clearIdempotencyKey, withIdempotencyKey } from './request-keys.js';

const BASE = '/api';

/** A 401 from these routes does not mean that the access token has expired (SPEC §8). */
const NEVER_REFRESHED = [
  '/auth/login',
  '/auth/register',
  '/auth/refresh',
  '/auth/forgot-password',
  '/auth/reset-password',
];

export interface CallOptions {
  /** Sent as JSON, except that FormData is sent as multipart and a byte array as is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Timeout of a single request; longer for large bodies. */
  timeoutMs?: number;
  /** Reads a successful response as bytes. */
  binary?: boolean;
}

export interface Page<T> {
  items: T[];
  meta: PageMeta;
}

/** Options of a call: `params`, `query` and `body` are typed by the route's schemas. */
export type RouteOptions<R extends Route> = InputOf<R> & Omit<CallOptions, 'body'>;

/** Options may be omitted if the route requires none. */
type RequestOptions<R extends Route> =
  object extends RouteOptions<R> ? [options?: RouteOptions<R>] : [options: RouteOptions<R>];

/** Options accepted for any route by the functions below. */
type AnyOptions = CallOptions & {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
};

/**
 * Calls a route of the API and returns the response's `data`.
 *
 * @throws ApiError, or DisplayableError for a malformed refresh response
 * @example call(billingRoutes.resolveReview, { params: { id }, body: { note } })
 */
export async function call<R extends Route>(
  route: R,
  ...[options]: RequestOptions<R>
): Promise<DataOf<R>> {
  return accept(await ask<DataOf<R>>(route, options)).data;
}

type RowOf<R extends Route> = DataOf<R> extends readonly (infer Row)[] ? Row : never;

/** Calls a paged list. A response without `meta` is a single page. @throws ApiError */
export async function callPage<R extends Route>(
  route: R,
  ...[options]: RequestOptions<R>
): Promise<Page<RowOf<R>>> {
  const { data, meta } = accept(await ask<RowOf<R>[]>(route, options));
  return { items: data, meta: meta ?? { page: 1, pageSize: data.length, total: data.length } };
}

/** Returns the full response, for the few calls with fields next to `data`. @throws ApiError */
export async function callEnvelope<R extends Route>(
  route: R,
  ...[options]: RequestOptions<R>
): Promise<EnvelopeOf<R>> {
  return accept(await ask<DataOf<R>>(route, options)) as EnvelopeOf<R>;
}

/** Fetches a text file such as CSV, which has no envelope. @throws ApiError */
export async function callText<R extends Route>(
  route: R,
  ...[options]: RequestOptions<R>
): Promise<string> {
  const answer = await ask<never>(route, options);
  if (!answer.ok) throw failureOf(answer);
  return answer.text;
}

/** Fetches a binary file such as a PDF, which has no envelope. @throws ApiError */
export async function callFile<R extends Route>(
  route: R,
  ...[options]: RequestOptions<R>
): Promise<Blob> {
  const answer = await ask<never>(route, { ...options, binary: true });
  if (!answer.file) throw failureOf(answer);
  return answer.file;
}

/** Calls a route. Calls that must not run twice reuse one idempotency key until their outcome is known. */
async function ask<T>(
  route: Route,
  { params, query, ...given }: AnyOptions = {},
): Promise<Answer<T>> {
  if (route.effect === 'purchase') await requireTerms();
  const path = pathOf(route, params, query);
  const headers = withIdempotencyKey(route, path, given);
  const answer = await sendWithStepUp<T>(route, path, { ...given, ...(headers && { headers }) });
  if (isSettled(answer)) clearIdempotencyKey(route, path, given);
  return answer;
}

/** Whether the outcome is known: neither a server error nor a retryable response. */
const isSettled = ({ status, body }: Answer<unknown>): boolean =>
  status < 500 &&
  status !== 429 &&
  !(body?.success === false && body.code === 'IDEMPOTENCY_IN_PROGRESS');

/** Calls a route, and repeats the call if the user had to confirm their identity first. */
async function sendWithStepUp<T>(
  route: Route,
  path: string,
  options: CallOptions,
): Promise<Answer<T>> {
  const answer = await sendAuthenticated<T>(route, path, options);
  const refused = answer.status === 403 && answer.body?.success === false && answer.body.code;
  if (refused === 'TWO_FACTOR_REQUIRED') twoFactorSetupRequired.emit();
  if (refused !== 'STEP_UP_REQUIRED') return answer;
  const confirmed = await requestStepUp();
  return confirmed === null ? answer : send<T>(route.method, path, confirmed, options);
}

/** Calls a route, and repeats the call with a new token if the old one was rejected (SPEC §8). */
async function sendAuthenticated<T>(
  route: Route,
  path: string,
  options: CallOptions,
): Promise<Answer<T>> {
  const token = accessToken.get();
  const answer = await send<T>(route.method, path, token, options);
  if (answer.status !== 401 || NEVER_REFRESHED.includes(route.path)) return answer;

  let fresh: string;
  try {
    fresh = await refreshOnce(token, requestNewToken);
  } catch (error) {
    // A sign-in or password change has started another session, which this rejection does not concern.
    const current = accessToken.get();
    if (current !== null && current !== token) return answer;
    accessToken.clear();
    sessionRefreshFailed.emit();
    if (error instanceof DisplayableError) throw error;
    return answer;
  }
  return send<T>(route.method, path, fresh, options);
}

/** Requests a token that reflects account changes, e.g. that two-factor is now enabled. */
export const renewToken = (): Promise<string> => refreshOnce(accessToken.get(), requestNewToken);

async function requestNewToken(): Promise<string> {
  const { data } = accept(
    await send<RefreshResponse | null>('POST', '/auth/refresh', accessToken.get(), { body: {} }),
  );
  if (!data?.accessToken) throw new DisplayableError('Invalid refresh response');
  return data.accessToken;
}

interface Answer<T> {
  ok: boolean;
  status: number;
  correlationId: string | undefined;
  text: string;
  /** Body of a successful binary response. */
  file: Blob | null;
  /** Null if it could not be parsed. */
  body: Success<T> | Failure | null;
}

/** Sends one request and reads the complete response within the timeout. @throws ApiError if no response arrived */
async function send<T>(
  method: Route['method'],
  path: string,
  token: string | null,
  { body, headers, signal, timeoutMs = REQUEST_TIMEOUT_MS, binary }: CallOptions,
): Promise<Answer<T>> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const forward = () => timeout.abort();
  signal?.addEventListener('abort', forward);
  if (signal?.aborted) timeout.abort();
  try {
    const request: RequestInit = {
      method,
      credentials: 'include',
      signal: timeout.signal,
      headers: {
        Accept: 'application/json',
        // Does not affect responses. It tells the auth service the language for this user's mails.
        'Accept-Language': currentLanguage(),
        // FormData sets its own boundary.
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': typeOf(body) }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    };
    const response = await fetch(BASE + path, request);
    const file = binary && response.ok ? await response.blob() : null;
    const text = file ? '' : await response.text();
    return {
      ok: response.ok,
      status: response.status,
      correlationId: response.headers.get('x-request-id') ?? undefined,
      text,
      file,
      body: parse<T>(text),
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: timeout.signal.aborted ? 'TIMEOUT' : 'NETWORK', cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forward);
  }
}

const isRaw = (body: unknown): body is FormData | Uint8Array<ArrayBuffer> =>
  body instanceof FormData || ArrayBuffer.isView(body);

const typeOf = (body: unknown): string =>
  ArrayBuffer.isView(body) ? 'application/octet-stream' : 'application/json';

function parse<T>(text: string): Answer<T>['body'] {
  try {
    return JSON.parse(text) as Answer<T>['body'];
  } catch {
    return null;
  }
}

function accept<T>(answer: Answer<T>): Success<T> {
  if (answer.ok && answer.body?.success) return answer.body;
  throw failureOf(answer);
}

function failureOf({ status, correlationId, body }: Answer<unknown>): ApiError {
  const failure = body && !body.success ? body : null;
  return new ApiError({
    status,
    code: failure?.code ?? 'UNREADABLE_ANSWER',
    serverMessage: failure?.message,
    correlationId: failure?.correlationId ?? correlationId,
    details: failure?.details,
  });
}
