import { describeResponse, readResponse, type ReadResponse } from '../http-failure.js';
import { envelope } from './tripay.schemas.js';

export type TripayAnswer =
  | { kind: 'ok'; data: unknown }
  | { kind: 'refused'; status: number; message: string }
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

export async function callTripay(
  url: URL,
  apiKey: string,
  signal: AbortSignal,
  body?: object,
): Promise<TripayAnswer> {
  let response: ReadResponse;
  try {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // Redirects are not followed but returned as unexpected responses.
      redirect: 'manual',
      signal,
    });
    response = await readResponse(answer);
  } catch (cause) {
    return { kind: neverConnected(cause) ? 'unreached' : 'unknown', cause };
  }

  const { status } = response;
  const parsed = envelope.safeParse(response.body);
  // After a 5xx the transaction may still have been created, even if the body is a refusal.
  if (!parsed.success || status >= 500) {
    return { kind: 'unknown', cause: new Error(describeResponse(response)) };
  }
  if (!parsed.data.success || status >= 300) {
    return { kind: 'refused', status, message: parsed.data.message ?? '' };
  }
  return { kind: 'ok', data: parsed.data.data };
}

interface Failure {
  code?: string;
  cause?: unknown;
  /** An error per address tried, e.g. ::1 and 127.0.0.1 for localhost. */
  errors?: unknown[];
}

function neverConnected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code = '', cause, errors } = error as Failure;
  if (errors?.length) return errors.every(neverConnected);
  return NEVER_CONNECTED.has(code) || neverConnected(cause);
}
