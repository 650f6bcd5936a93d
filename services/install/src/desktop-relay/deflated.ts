import { constants, deflateRawSync } from 'node:zlib';
import { DESKTOP_DEFLATE } from '@casement/proto/http/desktops.js';
import type { WebSocket } from 'ws';

/** Less gains nothing. */
const MIN_BYTES = 256;
/** More comes where Windows sends faster than a slow line takes, and would hold up the desktops of others. */
const MAX_BYTES = 64 * 1024;

/** The subprotocol of a browser's WebSocket, of those that it offers; false: none. */
export const subprotocolOf = (offered: Set<string>): string | false =>
  offered.has(DESKTOP_DEFLATE) && DESKTOP_DEFLATE;

/**
 * Sends one message to a browser, compressed where it asks for that. All messages together are one stream of RFC 1951: each
 * is some of its blocks and looks back at no earlier one, so that nothing has to be kept for a desktop.
 */
export function sendTo(browser: WebSocket, message: Buffer, sent?: (error?: Error) => void): void {
  browser.send(browser.protocol === DESKTOP_DEFLATE ? deflated(message) : message, sent);
}

function deflated(message: Buffer): Buffer {
  const isWorthIt = message.length >= MIN_BYTES && message.length <= MAX_BYTES;
  const level = isWorthIt ? constants.Z_BEST_SPEED : constants.Z_NO_COMPRESSION;
  return deflateRawSync(message, { level, finishFlush: constants.Z_SYNC_FLUSH });
}
