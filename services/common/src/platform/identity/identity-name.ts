import type { PeerCertificate } from 'node:tls';
import { isCallerName, type CallerName, type ServiceName } from '@casement/proto/access/access.js';

const PREFIX = 'spiffe://casement/';

/** Returns the URI that identifies a caller in its certificate. */
export const identityOf = (service: CallerName): string => `${PREFIX}${service}`;

/**
 * Parses a certificate's subject alternative names in Node's notation, `URI:spiffe://casement/auth, DNS:auth`. Node
 * quotes a name that contains a comma, so it is never parsed as two.
 *
 * @returns undefined unless it names exactly one caller of proto/access
 */
export function callerFromSan(alternativeNames: string | undefined): CallerName | undefined {
  const names = (alternativeNames ?? '')
    .split(', ')
    .filter((entry) => entry.startsWith(`URI:${PREFIX}`))
    .map((entry) => entry.slice(`URI:${PREFIX}`.length));
  const [name] = names;
  return names.length === 1 && name !== undefined && isCallerName(name) ? name : undefined;
}

/** `checkServerIdentity` for tls.connect. Accepts only a certificate of this service, at any address. */
export const expectService =
  (service: ServiceName) =>
  (_host: string, certificate: Pick<PeerCertificate, 'subjectaltname'>): Error | undefined =>
    callerFromSan(certificate.subjectaltname) === service
      ? undefined
      : new Error(`the server's certificate does not name ${identityOf(service)}`);
