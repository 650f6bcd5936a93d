import { describeResponse } from '../http-failure.js';
import { callProvider } from '../provider-http.js';
import { envelope } from './tripay.schemas.js';

export type TripayAnswer =
  | { kind: 'ok'; data: unknown }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'unreached'; cause: unknown }
  | { kind: 'unknown'; cause: unknown };

export async function callTripay(
  url: URL,
  apiKey: string,
  signal: AbortSignal,
  body?: object,
): Promise<TripayAnswer> {
  const answer = await callProvider(url, `Bearer ${apiKey}`, signal, body);
  if (answer.kind !== 'answered') return answer;
  const { response } = answer;
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
