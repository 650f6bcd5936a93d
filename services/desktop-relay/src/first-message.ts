import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { RdpProtocolError } from '@casement/install-engine/rdp/protocol-error.js';
import { Refusal } from './ends.js';
import type { RelayLimits } from './limits.js';
import { readRequest } from './rdcleanpath.js';
import { requestedNla } from './x224.js';

interface FirstMessage {
  ticket: string;
  /** Bit set of the NLA variants that the browser supports. */
  protocols: number;
}

/**
 * Format of a ticket: 32 random bytes in base64url. Other values are rejected without calling the install service.
 */
const TICKET = /^[\w-]{43}$/;

/**
 * Reads a browser's RDCleanPath request. The limits are tight because the browser is not authenticated yet.
 *
 * @throws Refusal
 */
export function firstMessage(
  browser: WebSocket,
  connection: Duplex,
  limits: Pick<RelayLimits, 'firstMessageMs' | 'firstBytes'>,
): Promise<FirstMessage> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      connection.off('data', count);
      browser.off('message', read).off('close', hungUp).off('error', hungUp);
      settle();
    };
    const refuse = (reason: 'request' | 'timeout') => finish(() => reject(new Refusal(reason)));
    const hungUp = () => refuse('request');
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.firstBytes) refuse('request');
    };
    const read = (data: RawData, isBinary: boolean) => {
      const message = isBinary ? parse(data as Buffer) : null;
      if (message) finish(() => resolve(message));
      else refuse('request');
    };
    const timer = setTimeout(() => refuse('timeout'), limits.firstMessageMs);
    connection.on('data', count);
    browser.on('message', read).on('close', hungUp).on('error', hungUp);
  });
}

function parse(bytes: Buffer): FirstMessage | null {
  try {
    const { proxyAuth, x224 } = readRequest(bytes);
    return TICKET.test(proxyAuth) ? { ticket: proxyAuth, protocols: requestedNla(x224) } : null;
  } catch (error) {
    if (error instanceof RdpProtocolError) return null;
    throw error;
  }
}
