/** The Binance history in billing's own types. */

/** Money that came in. */
export interface BinanceTransfer {
  /** One name per payment, see transaction-id.ts. */
  transactionId: string;
  orderType: string;
  paidAt: Date;
  /** Decimal text, above zero, up to 8 decimals. */
  amount: string;
  currency: string;
  /** Binance ID of the account that it went to; empty when Binance does not report it. */
  receiverId: string;
}

/** Both ends included, in milliseconds of Binance's clock. */
export interface TimeWindow {
  start: number;
  end: number;
}

export interface HistoryPage {
  transfers: BinanceTransfer[];
  /** As many rows as one answer can have: there may be more in this window. */
  full: boolean;
}
