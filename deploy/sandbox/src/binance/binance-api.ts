import { json, type LocalRequest, type Reply } from '../local-http.js';
import { isSignedBy } from '../signature.js';
import { transferRow, type Transfer } from './transfers.js';
import { Weight } from './weight.js';

const PATH = '/sapi/v1/pay/transactions';
const MAX_ROWS = 100;
const MAX_WINDOW_MS = 90 * 24 * 3_600_000;

/** Transaction history of the account that receives BPAY transfers. */
export class BinanceApi {
  private readonly weight = new Weight();

  constructor(
    private readonly keys: { apiKey: string; apiSecret: string; receiverId: string },
    private readonly transfers: () => readonly Transfer[],
  ) {}

  owns({ path }: LocalRequest): boolean {
    return path.startsWith('/sapi/');
  }

  answer({ method, path, rawQuery, query, headers }: LocalRequest): Reply | null {
    if (method !== 'GET' || path !== PATH) return null;
    const verdict = this.weight.spend();
    if (!verdict.allowed) {
      const wait = { 'retry-after': String(verdict.retryAfterSeconds) };
      return refuse(-1003, 'Too many requests.', verdict.status, wait);
    }
    if (!headers['x-mbx-apikey']) return refuse(-2014, 'API-key format invalid.', 401);
    if (headers['x-mbx-apikey'] !== this.keys.apiKey) {
      return refuse(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
    }
    const refusal = this.checkSignature(rawQuery, query) ?? checkTime(query);
    if (refusal) return refusal;

    const end = Number(query.get('endTime') ?? Date.now());
    const start = Number(query.get('startTime') ?? end - MAX_WINDOW_MS);
    if (end - start > MAX_WINDOW_MS) return refuse(-1127, 'More than 90 days between times.');
    const limit = Math.min(Number(query.get('limit') ?? MAX_ROWS), MAX_ROWS);
    const rows = this.transfers()
      .filter((one) => shownAt(one) >= start && shownAt(one) <= end)
      .toSorted((a, b) => b.transactionTime - a.transactionTime)
      .slice(0, limit);
    return json(
      {
        code: '000000',
        message: 'success',
        data: rows.map((one) => transferRow(one, this.keys.receiverId)),
        success: true,
      },
      200,
      { 'x-sapi-used-uid-weight-1m': String(verdict.used) },
    );
  }

  /**
   * Verifies the signature over the query exactly as sent, without the signature itself, which is the last parameter.
   */
  private checkSignature(rawQuery: string, query: URLSearchParams): Reply | null {
    const signature = query.get('signature');
    if (!signature) return refuse(-1102, "Mandatory parameter 'signature' was not sent.");
    const message = rawQuery.replace(/&?signature=[^&]*$/, '');
    if (isSignedBy(this.keys.apiSecret, message, signature)) return null;
    return refuse(-1022, 'Signature for this request is not valid.');
  }
}

const shownAt = (one: Transfer): number => one.shownAt ?? one.transactionTime;

function checkTime(query: URLSearchParams): Reply | null {
  const timestamp = Number(query.get('timestamp'));
  if (!timestamp) return refuse(-1102, "Mandatory parameter 'timestamp' was not sent.");
  const ageMs = Date.now() - timestamp;
  const window = Number(query.get('recvWindow') ?? 5_000);
  if (ageMs > window || ageMs < -1_000) {
    return refuse(-1021, 'Timestamp for this request is outside of the recvWindow.');
  }
  return null;
}

function refuse(code: number, msg: string, status = 400, headers: Record<string, string> = {}) {
  return json({ code, msg }, status, headers);
}
