/** Time and memory limits of the relay; tests use shorter ones. Times in milliseconds. */
export const RELAY_LIMITS = {
  /** From the upgrade to the complete RDCleanPath request. */
  firstMessageMs: 5_000,
  /** Bytes accepted from the browser before its request is complete. */
  firstBytes: 16 * 1024,
  /** Connections without a redeemed ticket. */
  maxPending: 200,
  /** Per IPv4 address or IPv6 /64; a /56 has twice as many, a /48 four times. */
  maxPendingOfClient: 10,
  connectMs: 5_000,
  /** X.224 and TLS. */
  handshakeMs: 10_000,
  /** A browser sends a whole clipboard paste as one message. */
  maxMessageBytes: 2 * 1024 * 1024,
  /** Bytes buffered for the browser at which Windows is paused, and resumed. */
  highBytes: 256 * 1024,
  lowBytes: 64 * 1024,
  /** Maximum time without progress of a full buffer. */
  stallMs: 30_000,
  pingMs: 15_000,
  idleMs: 30 * 60_000,
  reportMs: 5_000,
  /** Wait for the browser's answer to a close. */
  closeMs: 3_000,
  tickMs: 1_000,
};

export type RelayLimits = typeof RELAY_LIMITS;
