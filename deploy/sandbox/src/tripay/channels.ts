/**
 * Payment channel. The fees are those published by the real gateway, except for ShopeePay's, which covers other
 * possible values: a percentage with two decimals and a maximum fee.
 */
export interface Channel {
  group: 'Virtual Account' | 'Convenience Store' | 'E-Wallet';
  code: string;
  name: string;
  /** `redirect` has a separate payment page, `direct` a code or a QR image. */
  type: 'direct' | 'redirect';
  flat: number;
  percent: number;
  minimumFee: number | null;
  maximumFee: number | null;
  /** Party that pays the fee. A merchant chooses it for each channel. */
  bearer: 'customer' | 'merchant';
  minimumAmount: number;
  maximumAmount: number;
  /** Maximum lifetime of a bill in minutes. The default is a day, or this if shorter. */
  maximumMinutes: number;
  active: boolean;
  qr?: boolean;
  /**
   * Whether the pay code is a number. The real gateway's samples show a number for some banks and text for others.
   */
  numericPayCode?: boolean;
}

const bank = (code: string, name: string, flat: number, more: Partial<Channel> = {}): Channel => ({
  group: 'Virtual Account',
  code,
  name: `${name} Virtual Account`,
  type: 'direct',
  flat,
  percent: 0,
  minimumFee: null,
  maximumFee: null,
  bearer: 'customer',
  minimumAmount: 10_000,
  maximumAmount: 10_000_000,
  maximumMinutes: 1_440,
  active: true,
  ...more,
});

const shop = (code: string, name: string): Channel => ({
  group: 'Convenience Store',
  code,
  name,
  type: 'direct',
  flat: 3_500,
  percent: 0,
  minimumFee: null,
  maximumFee: null,
  bearer: 'customer',
  minimumAmount: 10_000,
  maximumAmount: 2_500_000,
  maximumMinutes: 1_440,
  active: true,
});

const wallet = (code: string, name: string, more: Partial<Channel>): Channel => ({
  group: 'E-Wallet',
  code,
  name,
  type: 'redirect',
  flat: 0,
  percent: 3,
  minimumFee: 1_000,
  maximumFee: null,
  bearer: 'customer',
  minimumAmount: 1_000,
  maximumAmount: 10_000_000,
  maximumMinutes: 60,
  active: true,
  ...more,
});

export const channels: readonly Channel[] = [
  bank('BCAVA', 'BCA', 5_500),
  bank('BRIVA', 'BRI', 4_250, { numericPayCode: true }),
  bank('BNIVA', 'BNI', 4_250),
  bank('MANDIRIVA', 'Mandiri', 4_250, { bearer: 'merchant' }),
  bank('PERMATAVA', 'Permata', 4_250, { maximumMinutes: 43_200 }),
  bank('MYBVA', 'Maybank', 4_250, { numericPayCode: true, active: false }),
  shop('ALFAMART', 'Alfamart'),
  shop('INDOMARET', 'Indomaret'),
  wallet('QRIS', 'QRIS by ShopeePay', {
    type: 'direct',
    qr: true,
    flat: 750,
    percent: 0.7,
    minimumFee: null,
    maximumAmount: 5_000_000,
  }),
  wallet('OVO', 'OVO', {}),
  wallet('DANA', 'DANA', { bearer: 'merchant' }),
  wallet('SHOPEEPAY', 'ShopeePay', { percent: 2.35, maximumFee: 50_000 }),
];

export function findChannel(code: string): Channel | undefined {
  return channels.find((channel) => channel.code === code);
}

/**
 * Returns the fee parts in whole Rp: the amount added for the customer, and the amount deducted from the merchant.
 */
export function feesOf(channel: Channel, amount: number): { customer: number; merchant: number } {
  const fee = roundedFee(channel, amount);
  return channel.bearer === 'customer'
    ? { customer: fee, merchant: 0 }
    : { customer: 0, merchant: fee };
}

/** Rounds up and then applies the bounds. The percentage has two decimals, so it is exact as a whole number. */
function roundedFee(channel: Channel, amount: number): number {
  const share = Math.ceil((amount * Math.round(channel.percent * 100)) / 10_000);
  const fee = Math.max(channel.flat + share, channel.minimumFee ?? 0);
  return Math.min(fee, channel.maximumFee ?? fee);
}

/** Row of `GET /merchant/payment-channel`. */
export function channelRow(channel: Channel, url: string) {
  const { flat, percent, bearer } = channel;
  const [fee, none] = [
    { flat, percent },
    { flat: 0, percent: 0 },
  ];
  return {
    group: channel.group,
    code: channel.code,
    name: channel.name,
    type: channel.type,
    fee_merchant: bearer === 'merchant' ? fee : none,
    fee_customer: bearer === 'customer' ? fee : none,
    // Text here and a number above, like in the real API.
    total_fee: { flat, percent: percent.toFixed(2) },
    minimum_fee: channel.minimumFee,
    maximum_fee: channel.maximumFee,
    minimum_amount: channel.minimumAmount,
    maximum_amount: channel.maximumAmount,
    icon_url: `${url}/icons/${channel.code}.svg`,
    active: channel.active,
  };
}

/** Row of `GET /merchant/fee-calculator`. */
export function feeRow(channel: Channel, amount: number) {
  const { code, name, flat, percent, minimumFee, maximumFee } = channel;
  return {
    code,
    name,
    fee: { flat, percent: percent.toFixed(2), min: minimumFee, max: maximumFee },
    total_fee: feesOf(channel, amount),
  };
}
