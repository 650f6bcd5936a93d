/** Time limits (milliseconds) and memory limits of the relay. Tests use shorter times. */
export const RELAY_LIMITS = {
  /** Time limit from the upgrade to the complete RDCleanPath request. */
  firstMessageMs: 5_000,
  /** Maximum bytes accepted from the browser before its request is complete. */
  firstBytes: 16 * 1024,
  /** Maximum connections whose ticket has not been redeemed. */
  maxPending: 200,
  /** The same per client: an IPv4 address or an IPv6 /64. A /56 gets twice as many, a /48 four times as many. */
  maxPendingOfClient: 10,
  connectMs: 5_000,
  /** Time limit for each of the X.224 and TLS handshakes. */
  handshakeMs: 10_000,
  /** Maximum size of a message. Large, because a browser sends a clipboard paste as one message. */
  maxMessageBytes: 2 * 1024 * 1024,
  /** Bytes buffered for the browser at which reading from Windows pauses (high) and resumes (low). */
  highBytes: 256 * 1024,
  lowBytes: 64 * 1024,
  /** Maximum time for which a full buffer may make no progress before the session ends. */
  stallMs: 30_000,
  pingMs: 15_000,
  idleMs: 30 * 60_000,
  reportMs: 5_000,
  /** Maximum wait for the browser's close frame. */
  closeMs: 3_000,
  tickMs: 1_000,
};

export type RelayLimits = typeof RELAY_LIMITS;
