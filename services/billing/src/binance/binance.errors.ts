/**
 * Binance did not give its history, for whatever reason. Says nothing about any payment.
 *
 * @param pauseSeconds nobody should ask again before; 0 = at any time
 */
export class BinanceUnavailable extends Error {
  constructor(
    reason: string,
    readonly pauseSeconds = 0,
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.name = 'BinanceUnavailable';
  }
}
