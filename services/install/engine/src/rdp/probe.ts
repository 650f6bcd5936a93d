import { connect } from 'node:net';

/** Response on a port where remote desktop is expected. */
export type RdpAnswer =
  | { kind: 'rdp'; protocol: 'rdp' | 'tls' | 'hybrid' | 'refused' | 'plain' }
  /** A protocol in which the server speaks first, such as SSH or mail, with its first words. */
  | { kind: 'other'; text: string }
  | { kind: 'silent' }
  | { kind: 'closed' };

export interface ProbeLimits {
  connectMs: number;
  /** Time to listen before sending, because SSH servers send first. */
  listenMs: number;
  answerMs: number;
}

export const PROBE_LIMITS: ProbeLimits = { connectMs: 5000, listenMs: 1500, answerMs: 8000 };

/** TPKT, X.224 connection request, RDP negotiation request for TLS or CredSSP (MS-RDPBCGR 2.2.1.1). */
export const CONNECTION_REQUEST = Buffer.from('030000130ee000000000000100080003000000', 'hex');

/** Requests a session and returns the first response. An open port by itself proves nothing. */
export function probeRdp(
  host: string,
  port: number,
  limits: ProbeLimits = PROBE_LIMITS,
): Promise<RdpAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let received = Buffer.alloc(0);
    let asked = false;
    let timer: NodeJS.Timeout | undefined;
    const within = (ms: number, then: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(then, ms);
    };
    const finish = (answer: RdpAnswer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    within(limits.connectMs, () => finish({ kind: 'closed' }));
    socket.once('connect', () =>
      within(limits.listenMs, () => {
        asked = true;
        socket.write(CONNECTION_REQUEST);
        within(limits.answerMs, () => finish({ kind: 'silent' }));
      }),
    );
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]).subarray(0, 1024);
      const answer = asked
        ? readConfirm(received)
        : ({ kind: 'other', text: printable(received) } as const);
      if (answer) finish(answer);
    });
    socket.once('error', () => finish({ kind: 'closed' }));
    socket.once('close', () => finish(asked ? { kind: 'silent' } : { kind: 'closed' }));
  });
}

const PROTOCOLS: Record<number, 'rdp' | 'tls' | 'hybrid'> = { 0: 'rdp', 1: 'tls', 2: 'hybrid' };

/** Parses an X.224 connection confirm; `null` if incomplete. */
export function readConfirm(bytes: Buffer): RdpAnswer | null {
  if (bytes.length > 0 && bytes[0] !== 3) return { kind: 'other', text: printable(bytes) };
  if (bytes.length < 4) return null;
  const length = bytes.readUInt16BE(2);
  if (bytes[1] !== 0 || (length !== 11 && length !== 19)) {
    return { kind: 'other', text: printable(bytes) };
  }
  if (bytes.length < length) return null;
  if ((bytes.readUInt8(5) & 0xf0) !== 0xd0) return { kind: 'other', text: printable(bytes) };
  if (length === 11) return { kind: 'rdp', protocol: 'plain' };
  // A refusal also proves that remote desktop is running.
  if (bytes[11] === 3) return { kind: 'rdp', protocol: 'refused' };
  if (bytes[11] !== 2) return { kind: 'other', text: printable(bytes) };
  return { kind: 'rdp', protocol: PROTOCOLS[bytes.readUInt32LE(15)] ?? 'hybrid' };
}

const printable = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '.')
    .slice(0, 60);
