import { createHmac } from 'node:crypto';
import { historyEnvelope, refusalEnvelope } from './binance.schemas.js';

export type BinanceAnswer =
  | { kind: 'ok'; rows: unknown[] }
  /** Too many calls, or banned for them. */
  | { kind: 'limited'; retryAfterSeconds: number }
  /** Our clock differs too much. `serverTime` in milliseconds, if reported. */
  | { kind: 'clock'; serverTime: number | null }
  /** Refused, as every further call with these settings would be. */
  | { kind: 'refused'; code: number; message: string }
  /** No readable response. */
  | { kind: 'unknown'; cause: unknown };

const TOO_MANY_REQUESTS = -1003;
const TIMESTAMP = -1021;
/** Used when a limit or a ban names no end. */
const LIMIT_SECONDS = 60;
const BAN_SECONDS = 600;
/** Binance's longest ban. */
const MAX_BAN_SECONDS = 3 * 86_400;

/** Hex HMAC-SHA256 over the query exactly as sent. */
export const querySignature = (secret: string, query: string): string =>
  createHmac('sha256', secret).update(query).digest('hex');

/** Appends the signature, which does not sign itself. */
export const signedQuery = (secret: string, parameters: Record<string, string>): string => {
  const query = new URLSearchParams(parameters).toString();
  return `${query}&signature=${querySignature(secret, query)}`;
};

/** Only a complete, successful response counts as the history. */
export async function callBinance(
  url: string,
  apiKey: string,
  timeoutMs: number,
): Promise<BinanceAnswer> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, {
      headers: { 'X-MBX-APIKEY': apiKey, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    body = await response.json().catch(() => undefined);
  } catch (cause) {
    return { kind: 'unknown', cause };
  }

  const { status, headers } = response;
  const refusal = refusalEnvelope.safeParse(body).data;
  if (status === 429 || status === 418 || refusal?.code === TOO_MANY_REQUESTS) {
    const fallback = status === 418 ? BAN_SECONDS : LIMIT_SECONDS;
    return {
      kind: 'limited',
      retryAfterSeconds: secondsOf(headers.get('retry-after')) ?? fallback,
    };
  }
  if (status >= 500) return { kind: 'unknown', cause: new Error(`Binance answered ${status}`) };
  if (refusal?.code === TIMESTAMP) {
    const serverTime = Date.parse(headers.get('date') ?? '');
    return { kind: 'clock', serverTime: Number.isNaN(serverTime) ? null : serverTime };
  }
  if (refusal) return { kind: 'refused', code: refusal.code, message: refusal.msg };
  const answer = historyEnvelope.safeParse(body);
  if (!response.ok || !answer.success) {
    return { kind: 'unknown', cause: new Error(`unreadable answer with status ${status}`) };
  }
  return { kind: 'ok', rows: answer.data.data };
}

function secondsOf(header: string | null): number | null {
  if (!header || !/^\d{1,9}$/.test(header)) return null;
  return Math.min(Math.max(Number(header), 1), MAX_BAN_SECONDS);
}
