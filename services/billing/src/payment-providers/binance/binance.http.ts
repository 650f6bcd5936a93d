import { createHmac } from 'node:crypto';
import { fetch as fetchWith, ProxyAgent, type Dispatcher } from 'undici';
import { describeResponse, readResponse, type ReadResponse } from '../http-failure.js';
import { historyEnvelope, parseWithNumbersAsText, refusalEnvelope } from './binance.schemas.js';

export type BinanceAnswer =
  /** Success. Numbers within the rows are converted to text. */
  | { kind: 'ok'; rows: unknown[] }
  /** Rate limited, or banned for exceeding the rate limit. */
  | { kind: 'limited'; retryAfterSeconds: number }
  /** Our clock differs too much. `serverTime` is Binance's time in milliseconds, or null if not reported. */
  | { kind: 'clock'; serverTime: number | null }
  /** Refused. Every further call with these settings would be refused too. */
  | { kind: 'refused'; code: number; message: string }
  /** Binance does not serve the country of our IP address. */
  | { kind: 'restricted'; status: number }
  /** The response could not be read. */
  | { kind: 'unknown'; cause: unknown };

const TOO_MANY_REQUESTS = -1003;
const TIMESTAMP = -1021;
const UNAVAILABLE_FOR_LEGAL_REASONS = 451;
/** Texts used by Binance and by CloudFront, through which Binance is served. */
const RESTRICTED = /restricted location|block access from your country/i;
/** Seconds to wait if a limit or a ban states no end. */
const LIMIT_SECONDS = 60;
const BAN_SECONDS = 600;
/** Binance's longest ban: three days. */
const MAX_BAN_SECONDS = 3 * 86_400;

/** Returns the hex HMAC-SHA256 of the query exactly as sent. */
export const querySignature = (secret: string, query: string): string =>
  createHmac('sha256', secret).update(query).digest('hex');

/** Appends the signature, which does not cover itself. */
export const signedQuery = (secret: string, parameters: Record<string, string>): string => {
  const query = new URLSearchParams(parameters).toString();
  return `${query}&signature=${querySignature(secret, query)}`;
};

/**
 * Returns a dispatcher that sends calls to Binance through an HTTP proxy (CONNECT). The operator configures the
 * proxy, so it may have a private address.
 *
 * @param url may contain user and password
 */
export const proxyFor = (url: string): Dispatcher | undefined =>
  url === '' ? undefined : new ProxyAgent({ uri: url, proxyTunnel: true });

/** Calls Binance. Only a complete, successful response is returned as `ok`. */
export async function callBinance(
  url: string,
  apiKey: string,
  timeoutMs: number,
  proxy?: Dispatcher,
): Promise<BinanceAnswer> {
  const request = {
    headers: { 'X-MBX-APIKEY': apiKey, accept: 'application/json' },
    // Redirects are not followed, because blocking networks redirect to their block pages.
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(timeoutMs),
  };
  try {
    // Uses undici's fetch, because Node's built-in fetch does not accept a dispatcher of another undici version.
    const response = proxy
      ? ((await fetchWith(url, { ...request, dispatcher: proxy })) as unknown as Response)
      : await fetch(url, request);
    return answerOf(await readResponse(response));
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}

function answerOf(response: ReadResponse): BinanceAnswer {
  const { status, headers, text, body } = response;
  const refusal = refusalEnvelope.safeParse(body).data;
  if (status === 429 || status === 418 || refusal?.code === TOO_MANY_REQUESTS) {
    const fallback = status === 418 ? BAN_SECONDS : LIMIT_SECONDS;
    return {
      kind: 'limited',
      retryAfterSeconds: secondsOf(headers.get('retry-after')) ?? fallback,
    };
  }
  if (status === UNAVAILABLE_FOR_LEGAL_REASONS || (status >= 400 && RESTRICTED.test(text))) {
    return { kind: 'restricted', status };
  }
  if (status >= 500) return { kind: 'unknown', cause: new Error(describeResponse(response)) };
  if (refusal?.code === TIMESTAMP) {
    const serverTime = Date.parse(headers.get('date') ?? '');
    return { kind: 'clock', serverTime: Number.isNaN(serverTime) ? null : serverTime };
  }
  if (refusal) return { kind: 'refused', code: refusal.code, message: refusal.msg };
  if (status !== 200 || !historyEnvelope.safeParse(body).success) {
    return { kind: 'unknown', cause: new Error(describeResponse(response)) };
  }
  return { kind: 'ok', rows: historyEnvelope.parse(parseWithNumbersAsText(text)).data };
}

function secondsOf(header: string | null): number | null {
  if (!header || !/^\d{1,9}$/.test(header)) return null;
  return Math.min(Math.max(Number(header), 1), MAX_BAN_SECONDS);
}
