import { readResponse, type ReadResponse } from './http-failure.js';

/**
 * - unreached: the provider cannot have received the request
 * - unknown: the response was lost
 */
export type ProviderAnswer =
  | { kind: 'answered'; response: ReadResponse }
  | { kind: 'unreached'; cause: unknown }
  | { kind: 'unknown'; cause: unknown };

/** Errors of failed connections, which prove that the provider cannot have received the request. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Sends `body` as JSON, or a GET without one. */
export async function callProvider(
  url: URL,
  authorization: string,
  signal: AbortSignal,
  body?: object,
  headers?: Record<string, string>,
): Promise<ProviderAnswer> {
  try {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // Redirects are not followed but returned as unexpected responses.
      redirect: 'manual',
      signal,
    });
    return { kind: 'answered', response: await readResponse(answer) };
  } catch (cause) {
    return { kind: neverConnected(cause) ? 'unreached' : 'unknown', cause };
  }
}

interface Failure {
  code?: string;
  cause?: unknown;
  /** Contains an error for each address tried, e.g. ::1 and 127.0.0.1 for localhost. */
  errors?: unknown[];
}

export function neverConnected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code = '', cause, errors } = error as Failure;
  if (errors?.length) return errors.every(neverConnected);
  return NEVER_CONNECTED.has(code) || neverConnected(cause);
}
