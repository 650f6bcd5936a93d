/** How long the relay waits, and how much it holds; tests have shorter ones. Times in milliseconds. */
export const RELAY_LIMITS = {
  /** From the upgrade to the whole of the RDCleanPath request. */
  firstMessageMs: 5_000,
  /** Bytes of the browser until its request is there. */
  firstBytes: 16 * 1024,
  /** Connections whose ticket is not known yet. */
  maxPending: 200,
  /** Of an IPv4 address or an IPv6 /64; of a /56 twice as many, of a /48 four times. */
  maxPendingOfClient: 10,
  connectMs: 5_000,
  /** X.224 and TLS. */
  handshakeMs: 10_000,
  /** A browser sends the whole of what is pasted as one message. */
  maxMessageBytes: 2 * 1024 * 1024,
  /** Bytes for the browser that wait here before Windows is read no more, and those at which it is read again. */
  highBytes: 256 * 1024,
  lowBytes: 64 * 1024,
  /** How long what waits may not get any less. */
  stallMs: 30_000,
  pingMs: 15_000,
  idleMs: 30 * 60_000,
  reportMs: 5_000,
  /** A closed WebSocket whose browser does not answer. */
  closeMs: 3_000,
  tickMs: 1_000,
};

export type RelayLimits = typeof RELAY_LIMITS;
