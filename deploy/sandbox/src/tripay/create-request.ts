import { isSignedBy } from '../signature.js';
import { findChannel } from './channels.js';
import type { NewTransaction, OrderItem } from './transaction.js';

export interface Merchant {
  apiKey: string;
  privateKey: string;
  merchantCode: string;
}

/** Reads `POST /transaction/create`. @throws with a message in the style of the real gateway */
export function readCreateRequest(text: string, merchant: Merchant): NewTransaction {
  const body = parse(text);
  const channel = findChannel(requiredText(body, 'method'));
  if (!channel?.active) throw new Error('Payment channel is not available');
  const merchantRef = optionalText(body, 'merchant_ref');
  const amount = body['amount'];
  if (typeof amount !== 'number' || !Number.isInteger(amount)) {
    throw new Error('The amount must be an integer');
  }
  const message = `${merchant.merchantCode}${merchantRef ?? ''}${amount}`;
  if (!isSignedBy(merchant.privateKey, message, requiredText(body, 'signature'))) {
    throw new Error('Invalid signature');
  }
  if (amount < channel.minimumAmount) throw new Error(`Minimum amount is ${channel.minimumAmount}`);
  if (amount > channel.maximumAmount) throw new Error(`Maximum amount is ${channel.maximumAmount}`);
  return {
    channel,
    merchantRef,
    amount,
    orderItems: readItems(body['order_items'], amount),
    customerName: requiredText(body, 'customer_name'),
    customerEmail: requiredText(body, 'customer_email'),
    customerPhone: optionalText(body, 'customer_phone'),
    callbackUrl: optionalText(body, 'callback_url'),
    returnUrl: optionalText(body, 'return_url'),
    expiredTime: readExpiry(body['expired_time'], channel.maximumMinutes),
  };
}

type Body = Record<string, unknown>;

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw new Error('The body must be JSON');
  }
}

function requiredText(body: Body, name: string): string {
  const value = optionalText(body, name);
  if (value === null) throw new Error(`The ${name} field is required`);
  return value;
}

function optionalText(body: Body, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function readItems(value: unknown, amount: number): OrderItem[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Error('The order_items field is required');
  }
  const items = value.map((item: Partial<OrderItem>) => {
    if (!item.name || !Number.isInteger(item.price) || !Number.isInteger(item.quantity)) {
      throw new Error('Each item of order_items needs name, price and quantity');
    }
    return item as OrderItem;
  });
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (total !== amount) throw new Error('The total of order_items must equal the amount');
  return items;
}

/** Returns Unix time in seconds. */
function readExpiry(value: unknown, maximumMinutes: number): number {
  const now = Math.floor(Date.now() / 1000);
  if (value === undefined || value === null) return now + Math.min(1_440, maximumMinutes) * 60;
  if (typeof value !== 'number' || value <= now || value > now + maximumMinutes * 60 + 5) {
    throw new Error(`The expired_time must lie within ${maximumMinutes} minutes`);
  }
  return value;
}
