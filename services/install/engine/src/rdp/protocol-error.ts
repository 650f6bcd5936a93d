/** The peer violates the protocol. */
export class RdpProtocolError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'RdpProtocolError';
  }
}
