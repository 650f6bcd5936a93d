/** The other side does not keep to the protocol: cut short, too long, or something else altogether. */
export class RdpProtocolError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'RdpProtocolError';
  }
}
