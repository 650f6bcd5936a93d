import type { PeerCertificate } from 'node:tls';
import { isCallerName, type CallerName, type ServiceName } from '@casement/proto/access/access.js';

const PREFIX = 'spiffe://casement/';

/** The URI by which a caller's certificate names it. */
export const identityOf = (service: CallerName): string => `${PREFIX}${service}`;

/**
 * Reads a certificate's subject alternative names in Node's notation, `URI:spiffe://casement/auth, DNS:auth`. A name with a
 * comma of its own is quoted there, so it is never taken for two.
 *
 * @returns undefined where it names no caller of proto/access, or more than one
 */
export function serviceNamed(alternativeNames: string | undefined): CallerName | undefined {
  const names = (alternativeNames ?? '')
    .split(', ')
    .filter((entry) => entry.startsWith(`URI:${PREFIX}`))
    .map((entry) => entry.slice(`URI:${PREFIX}`.length));
  const [name] = names;
  return names.length === 1 && name !== undefined && isCallerName(name) ? name : undefined;
}

/** For tls.connect: the server must be this service, at any address. */
export const mustBe =
  (service: ServiceName) =>
  (_host: string, certificate: Pick<PeerCertificate, 'subjectaltname'>): Error | undefined =>
    serviceNamed(certificate.subjectaltname) === service
      ? undefined
      : new Error(`the server's certificate does not name ${identityOf(service)}`);
