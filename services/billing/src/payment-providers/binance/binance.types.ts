/** The Binance history in billing's own types. */

export interface BinanceTransfer {
  /** See `transactionIdentity`. */
  transactionId: string;
  orderType: string;
  paidAt: Date;
  /** Decimal text, above zero, up to 8 decimals. */
  amount: string;
  currency: string;
  /** Binance ID of the receiving account; empty when Binance does not report it. */
  receiverId: string;
}

/** Inclusive, in milliseconds of Binance's clock. */
export interface TimeWindow {
  start: number;
  end: number;
}

export interface HistoryPage {
  transfers: BinanceTransfer[];
  /** The response has the maximum number of rows, so the window may contain more. */
  full: boolean;
}
