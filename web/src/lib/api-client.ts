import type { Failure, PageMeta, Success } from '@casement/proto/http/envelope.js';
import type { RefreshResponse } from '@casement/proto/http/auth.js';
import { REQUEST_TIMEOUT_MS } from '@/config/limits.js';
import { ApiError, SpokenError } from './api-error.js';
import { refreshOnce } from './refresh.js';
import { finalSignOut } from './sign-out-event.js';
import { accessToken } from './token.js';

const BASE = '/api';

/** A 401 here is an answer about the form, not about the session (SPEC §8). */
const NEVER_REFRESHED = [
  '/auth/login',
  '/auth/register',
  '/auth/refresh',
  '/auth/forgot-password',
  '/auth/reset-password',
];

export interface CallOptions {
  /** Sent as JSON; a FormData goes as multipart. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Page<T> {
  items: T[];
  meta: PageMeta;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the API and returns the answer's `data`. @throws ApiError, or SpokenError of a refresh that made no sense */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  return (await callEnvelope<T>(method, path, options)).data;
}

/** Calls a paged list. An answer without `meta` is one page. @throws ApiError */
export async function callPage<T>(path: string, options: CallOptions = {}): Promise<Page<T>> {
  const { data, meta } = await callEnvelope<T[]>('GET', path, options);
  return { items: data, meta: meta ?? { page: 1, pageSize: data.length, total: data.length } };
}

/** The whole answer, for the few calls whose payload stands beside `data`. @throws ApiError */
export async function callEnvelope<T>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Success<T>> {
  return accept(await ask<T>(method, path, options));
}

/** Calls for a file of text, e.g. CSV, which comes without an envelope. @throws ApiError */
export async function callText(path: string, options: CallOptions = {}): Promise<string> {
  const answer = await ask<never>('GET', path, options);
  if (!answer.ok) throw failureOf(answer);
  return answer.text;
}

/** The answer to a call, asked again with a new token where the old one was refused (SPEC §8). */
async function ask<T>(method: Method, path: string, options: CallOptions): Promise<Answer<T>> {
  const token = accessToken.get();
  const answer = await send<T>(method, path, token, options);
  if (answer.status !== 401 || NEVER_REFRESHED.includes(path)) return answer;

  let fresh: string;
  try {
    fresh = await refreshOnce(token, requestNewToken);
  } catch (error) {
    accessToken.clear();
    finalSignOut.emit();
    if (error instanceof SpokenError) throw error;
    return answer;
  }
  return send<T>(method, path, fresh, options);
}

async function requestNewToken(): Promise<string> {
  const { data } = accept(
    await send<RefreshResponse | null>('POST', '/auth/refresh', null, { body: {} }),
  );
  if (!data?.accessToken) throw new SpokenError('Invalid refresh response');
  return data.accessToken;
}

interface Answer<T> {
  ok: boolean;
  status: number;
  correlationId: string | undefined;
  text: string;
  /** Null when it could not be read. */
  body: Success<T> | Failure | null;
}

/** One request and its whole answer, within the time allowed. @throws ApiError when no answer came */
async function send<T>(
  method: Method,
  path: string,
  token: string | null,
  { body, headers, signal }: CallOptions,
): Promise<Answer<T>> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), REQUEST_TIMEOUT_MS);
  const forward = () => timeout.abort();
  signal?.addEventListener('abort', forward);
  if (signal?.aborted) timeout.abort();
  try {
    const response = await fetch(BASE + path, {
      method,
      credentials: 'include',
      signal: timeout.signal,
      headers: {
        Accept: 'application/json',
        // A form names its own boundary.
        ...(body === undefined || body instanceof FormData
          ? {}
          : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      ok: response.ok,
      status: response.status,
      correlationId: response.headers.get('x-correlation-id') ?? undefined,
      text,
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
