import { json, type LocalRequest, type Reply } from '../local-http.js';
import { channelRow, channels, feeRow, findChannel } from './channels.js';
import { readCreateRequest, type Merchant } from './create-request.js';
import { listRow, transactionRow } from './transaction.js';
import type { Transactions } from './transactions.js';

const ROOT = '/api-sandbox';

/** Merchant API of the payment gateway. Returns null for unknown paths. */
export class TripayApi {
  constructor(
    private readonly merchant: Merchant,
    private readonly transactions: Transactions,
    private readonly url: string,
  ) {}

  owns({ path }: LocalRequest): boolean {
    return path.startsWith(`${ROOT}/`);
  }

  answer(request: LocalRequest): Reply | null {
    const { method, path, query, headers, body } = request;
    if (headers['authorization'] !== `Bearer ${this.merchant.apiKey}`) {
      return refuse('Invalid API Key', 401);
    }
    switch (`${method} ${path.slice(ROOT.length)}`) {
      case 'GET /merchant/payment-channel':
        return this.channels(query.get('code'));
      case 'GET /merchant/fee-calculator':
        return this.fees(Number(query.get('amount')), query.get('code'));
      case 'GET /merchant/transactions':
        return this.list(query);
      case 'POST /transaction/create':
        return this.create(body);
      case 'GET /transaction/detail':
        return this.detail(query.get('reference'));
      case 'GET /transaction/check-status':
        return this.checkStatus(query.get('reference'));
      default:
        return null;
    }
  }

  isCreate({ method, path }: LocalRequest): boolean {
    return method === 'POST' && path === `${ROOT}/transaction/create`;
  }

  private channels(code: string | null): Reply {
    const rows = channels.filter((channel) => !code || channel.code === code);
    return accept(rows.map((channel) => channelRow(channel, this.url)));
  }

  private fees(amount: number, code: string | null): Reply {
    if (!Number.isInteger(amount) || amount < 1) return refuse('The amount field is required');
    const rows = code ? [findChannel(code)] : channels.filter(({ active }) => active);
    if (rows.includes(undefined)) return refuse('Payment channel not found');
    return accept(rows.flatMap((channel) => (channel ? [feeRow(channel, amount)] : [])));
  }

  private list(query: URLSearchParams): Reply {
    const perPage = Math.min(Number(query.get('per_page')) || 50, 50);
    const page = Math.max(Number(query.get('page')) || 1, 1);
    const wanted = {
      reference: 'reference',
      merchantRef: 'merchant_ref',
      status: 'status',
    } as const;
    const rows = this.transactions.all().filter((one) =>
      (Object.keys(wanted) as (keyof typeof wanted)[]).every((field) => {
        const value = query.get(wanted[field]);
        return value === null || one[field] === value;
      }),
    );
    if (query.get('sort') === 'asc') rows.reverse();
    const shown = rows.slice((page - 1) * perPage, page * perPage);
    return json({
      success: true,
      message: 'Success',
      data: shown.map((one) => listRow(one, this.url)),
      pagination: { current_page: page, per_page: perPage, total_records: rows.length },
    });
  }

  private create(body: string): Reply {
    try {
      const order = readCreateRequest(body, this.merchant);
      return accept(transactionRow(this.transactions.create(order), this.url));
    } catch (error) {
      return refuse((error as Error).message);
    }
  }

  private detail(reference: string | null): Reply {
    const one = this.transactions.find(reference ?? '');
    if (!one) return refuse('Transaction not found', 404);
    return accept({ ...transactionRow(one, this.url), paid_at: one.paidAt });
  }

  private checkStatus(reference: string | null): Reply {
    const one = this.transactions.find(reference ?? '');
    if (!one) return refuse('Transaction not found', 404);
    return json({ success: true, message: `Current transaction status is ${one.status}` });
  }
}

function accept(data: unknown): Reply {
  return json({ success: true, message: '', data });
}

function refuse(message: string, status = 400): Reply {
  return json({ success: false, message }, status);
}
