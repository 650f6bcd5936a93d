export class RdpProtocolError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'RdpProtocolError';
  }
}
