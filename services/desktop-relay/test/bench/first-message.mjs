import { randomBytes } from 'node:crypto';
import {
  element,
  field,
  integer,
  octets,
  sequence,
  TAG,
} from '@casement/install-engine/rdp/der.js';
import { CONNECTION_REQUEST } from '@casement/install-engine/rdp/probe.js';

/** Builds a browser's first RDCleanPath message to the desktop relay, with a ticket that was never issued. */
export function firstMessage() {
  const ticket = randomBytes(32).toString('base64url');
  return sequence(
    field(0, integer(3390)),
    field(3, element(TAG.utf8String, Buffer.from(ticket))),
    field(6, octets(CONNECTION_REQUEST)),
  );
}
