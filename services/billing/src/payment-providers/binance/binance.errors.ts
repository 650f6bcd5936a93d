/**
 * Binance did not return its history. This does not mean that a payment is missing.
 *
 * @param pauseSeconds how long no further call may be made; 0 = none
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
