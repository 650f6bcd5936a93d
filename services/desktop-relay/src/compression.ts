import { constants, deflateRawSync } from 'node:zlib';
import { DESKTOP_DEFLATE } from '@casement/proto/http/desktops.js';
import type { WebSocket } from 'ws';

/** Less gains nothing. */
const MIN_BYTES = 256;
/** More comes where Windows sends faster than a slow line takes, and would hold up the desktops of others. */
const MAX_BYTES = 64 * 1024;
/** Of a block that is not compressed (RFC 1951 §3.2.4). */
const MAX_BLOCK = 0xffff;

/** The subprotocol of a browser's WebSocket, of those that it offers; false: none. */
export const subprotocolOf = (offered: Set<string>): string | false =>
  offered.has(DESKTOP_DEFLATE) && DESKTOP_DEFLATE;

/**
 * Sends one message to a browser, compressed where it asks for that. All messages together are one stream of RFC 1951: each
 * is some of its blocks, ends with a whole byte and looks back at no earlier one, so that nothing has to be kept for a desktop.
 */
export function sendTo(browser: WebSocket, message: Buffer, sent?: (error?: Error) => void): void {
  browser.send(browser.protocol === DESKTOP_DEFLATE ? deflated(message) : message, sent);
}

/** The blocks of a message. */
export function deflated(message: Buffer): Buffer {
  if (message.length < MIN_BYTES || message.length > MAX_BYTES) return asItIs(message);
  const { Z_BEST_SPEED: level, Z_SYNC_FLUSH: finishFlush } = constants;
  return deflateRawSync(message, { level, finishFlush });
}

/** What zlib would do at level 0, without the memory that it takes first. */
function asItIs(message: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < message.length; at += MAX_BLOCK) {
    const part = message.subarray(at, at + MAX_BLOCK);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(part.length, 1);
    header.writeUInt16LE(part.length ^ 0xffff, 3);
    parts.push(header, part);
  }
  return Buffer.concat(parts);
}
