import { constants, deflateRawSync } from 'node:zlib';
import { DESKTOP_DEFLATE } from '@casement/proto/http/install/desktops/desktops.js';
import type { WebSocket } from 'ws';

/** Shorter messages are not compressed, because that would save almost nothing. */
const MIN_BYTES = 256;
/**
 * Larger messages are not compressed, because that would delay the other desktops. Messages become this large when
 * Windows sends faster than a slow line can take.
 */
const MAX_BYTES = 64 * 1024;
/** Maximum size of an uncompressed block (RFC 1951 §3.2.4). */
const MAX_BLOCK = 0xffff;

export const subprotocolOf = (offered: Set<string>): string | false =>
  offered.has(DESKTOP_DEFLATE) && DESKTOP_DEFLATE;

/**
 * Sends one message to a browser, compressed if the browser negotiated compression. All messages form one RFC 1951
 * stream. Each message consists of complete blocks, ends on a byte boundary and has no back-references to earlier
 * messages, so no state is kept per desktop.
 */
export function sendTo(browser: WebSocket, message: Buffer, sent?: (error?: Error) => void): void {
  browser.send(browser.protocol === DESKTOP_DEFLATE ? deflated(message) : message, sent);
}

export function deflated(message: Buffer): Buffer {
  if (message.length < MIN_BYTES || message.length > MAX_BYTES) return uncompressed(message);
  const { Z_BEST_SPEED: level, Z_SYNC_FLUSH: finishFlush } = constants;
  return deflateRawSync(message, { level, finishFlush });
}

/** Encodes a message as stored blocks, like zlib at level 0 but without zlib's memory allocation. */
function uncompressed(message: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < message.length; at += MAX_BLOCK) {
    const block = message.subarray(at, at + MAX_BLOCK);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(block.length ^ 0xffff, 3);
    blocks.push(header, block);
  }
  return Buffer.concat(blocks);
}
