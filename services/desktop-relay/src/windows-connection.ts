import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  type DetailedPeerCertificate,
  type TLSSocket,
} from 'node:tls';
import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { readConfirm } from '@casement/install-engine/rdp/probe.js';
import { WINDOWS_TLS } from '@casement/install-engine/rdp/tls-options.js';
import { SessionEnd } from './ends.js';
import type { RelayLimits } from './limits.js';
import { nlaRequest, selectedProtocol } from './x224.js';

export interface WindowsTarget {
  host: string;
  port: number;
  /** SHA-256 of the certificate that was pinned when the password was verified, as 64 hex digits. */
  certificateSha256: string;
}

export interface WindowsConnection {
  socket: TLSSocket;
  /** X.224 connection confirm. */
  confirm: Buffer;
  /** DER certificates, leaf first. */
  certificates: Buffer[];
}

const MAX_CERTIFICATES = 8;
const KEEP_ALIVE_MS = 30_000;
/** Shared because creating a context costs more than a handshake. */
const secureContext = createSecureContext(WINDOWS_TLS);

/**
 * Connects to Windows up to and including TLS. Uses only the literal address, only Network Level Authentication and
 * only the pinned certificate.
 *
 * @param protocols bit set of the NLA variants that the browser supports, see `requestedNla`
 * @param signal aborts the attempt
 * @throws SessionEnd
 */
export async function connectToWindows(
  target: WindowsTarget,
  protocols: number,
  addresses: Pick<AddressPolicy, 'check'>,
  limits: Pick<RelayLimits, 'connectMs' | 'handshakeMs'>,
  signal: AbortSignal,
): Promise<WindowsConnection> {
  const verdict = addresses.check(target.host);
  if (!verdict.ok) throw new SessionEnd('unreachable', `address refused: ${verdict.reason}`);
  const socket = connect({
    host: verdict.address,
    port: target.port,
    noDelay: true,
    // Detects a machine that lost power and therefore sends no FIN.
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  });
  try {
    await connected(socket, signal, limits.connectMs);
    const confirm = await negotiated(socket, protocols, signal, limits.handshakeMs);
    const tls = await secured(socket, signal, limits.handshakeMs);
    const certificates = chainOf(tls);
    const sha256 = createHash('sha256')
      .update(certificates[0] ?? '')
      .digest('hex');
    if (sha256 !== target.certificateSha256) {
      throw new SessionEnd('certificate_changed', 'another certificate than the pinned one');
    }
    return { socket: tls, confirm, certificates };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

type Settle<T> = (value: T) => void;

/**
 * Resolves with the result of `listen`. Rejects if the connection closes, the signal is aborted or the time limit is
 * reached before.
 */
function until<T>(
  socket: Socket,
  signal: AbortSignal,
  ms: number,
  listen: (resolve: Settle<T>, reject: Settle<SessionEnd>) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const settled =
      <V>(settle: Settle<V>): Settle<V> =>
      (value) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        settle(value);
      };
    const refuse = settled<SessionEnd>(reject);
    const fail = (detail: string) => refuse(new SessionEnd('unreachable', detail));
    const stop = () => fail('given up');
    const timer = setTimeout(() => fail('no answer in time'), ms);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    // These listeners stay attached because an unhandled error would end the process.
    socket.on('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      const isTls = code === 'EPROTO' || code.startsWith('ERR_SSL');
      refuse(new SessionEnd(isTls ? 'protocol' : 'unreachable', code || message));
    });
    socket.once('close', () => fail('it hung up'));
    listen(settled(resolve), refuse);
  });
}

const connected = (socket: Socket, signal: AbortSignal, ms: number): Promise<void> =>
  until(socket, signal, ms, (resolve) => socket.once('connect', () => resolve()));

function negotiated(
  socket: Socket,
  protocols: number,
  signal: AbortSignal,
  ms: number,
): Promise<Buffer> {
  return until(socket, signal, ms, (resolve, reject) => {
    let received = Buffer.alloc(0);
    const read = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const answer = readConfirm(received);
      if (!answer) return;
      socket.off('data', read);
      if (answer.kind !== 'rdp') return reject(new SessionEnd('protocol', 'no connection confirm'));
      if (answer.protocol !== 'hybrid') return reject(new SessionEnd('no_nla', answer.protocol));
      // The client speaks first in TLS, so no data may follow the confirm.
      if (received.length !== received.readUInt16BE(2)) {
        return reject(new SessionEnd('protocol', 'more than a connection confirm'));
      }
      if ((selectedProtocol(received) & protocols) === 0) {
        return reject(new SessionEnd('no_nla', 'a protocol that was not asked for'));
      }
      resolve(received);
    };
    socket.on('data', read);
    socket.write(nlaRequest(protocols));
  });
}

function secured(socket: Socket, signal: AbortSignal, ms: number): Promise<TLSSocket> {
  const tls = connectTls({ socket, secureContext, rejectUnauthorized: false });
  return until(tls, signal, ms, (resolve) => tls.once('secureConnect', () => resolve(tls)));
}

/** Returns the certificate chain. Stops at a self-signed certificate, which is its own issuer. */
function chainOf(tls: TLSSocket): Buffer[] {
  const chain: Buffer[] = [];
  let next: DetailedPeerCertificate | undefined = tls.getPeerCertificate(true);
  while (next?.raw && chain.length < MAX_CERTIFICATES) {
    const { raw } = next;
    if (chain.some((one) => one.equals(raw))) break;
    chain.push(raw);
    next = next.issuerCertificate;
  }
  return chain;
}
