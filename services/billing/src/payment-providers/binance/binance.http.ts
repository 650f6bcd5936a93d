import { historyEnvelope, refusalEnvelope } from './binance.schemas.js';

export type BinanceAnswer =
  | { kind: 'ok'; rows: unknown[] }
  /** Too many calls, or banned for them. */
  | { kind: 'limited'; retryAfterSeconds: number }
  /** Our clock is not theirs. `serverTime` in milliseconds, if they reported it. */
  | { kind: 'clock'; serverTime: number | null }
  /** Refused, and every further call with these settings would be. */
  | { kind: 'refused'; code: number; message: string }
  /** No answer, or none that can be understood. */
  | { kind: 'unknown'; cause: unknown };

const TOO_MANY_REQUESTS = -1003;
const TIMESTAMP = -1021;
/** When a limit or a ban names no end. */
const LIMIT_SECONDS = 60;
const BAN_SECONDS = 600;
/** The maximum ban that Binance gives. */
const MAX_BAN_SECONDS = 3 * 86_400;

/** One call, one result. Only a whole, successful answer is ever taken for the history. */
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
