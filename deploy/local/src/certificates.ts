import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
/** Tolerance for clocks that are a little slow. */
const BACKDATED_MS = 300_000;

/** Contents of a process's IDENTITY_DIR, as PEM. */
export interface IdentityFiles {
  'tls.crt': string;
  'tls.key': string;
  'ca.crt': string;
}

export interface CertificateRequest {
  /** URI names of the certificate. The first identifies the process, for example `spiffe://casement/auth`. */
  uris: string[];
  /** Host names of the certificate, for clients that verify them. */
  names?: string[];
  validMs?: number;
}

/**
 * A small certificate authority for this machine. `make start` creates one for each run, and its key is never stored.
 *
 * @example const authority = await LocalAuthority.create(); writeIdentity(folder, await authority.issue({ uris:
 * ['spiffe://casement/auth'] }));
 */
export class LocalAuthority {
  private constructor(
    private readonly certificate: X509Certificate,
    private readonly privateKey: webcrypto.CryptoKey,
  ) {}

  static async create(name = 'Casement local authority'): Promise<LocalAuthority> {
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      ...lifetime(3_650 * DAY_MS),
      serialNumber: serialNumber(),
      name: `CN=${name}`,
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    });
    return new LocalAuthority(certificate, keys.privateKey);
  }

  get pem(): string {
    return withLineEnd(this.certificate.toString('pem'));
  }

  /** Issues a certificate for client and server use, with a new key. */
  async issue({
    uris,
    names = [],
    validMs = 365 * DAY_MS,
  }: CertificateRequest): Promise<IdentityFiles> {
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.create({
      ...lifetime(validMs),
      serialNumber: serialNumber(),
      subject: 'CN=casement',
      issuer: this.certificate.subject,
      publicKey: keys.publicKey,
      signingKey: this.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
        new SubjectAlternativeNameExtension([
          ...uris.map((value) => ({ type: 'url' as const, value })),
          ...names.map((value) => ({ type: 'dns' as const, value })),
        ]),
      ],
    });
    const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
    return {
      'tls.crt': withLineEnd(certificate.toString('pem')),
      'tls.key': withLineEnd(PemConverter.encode(key, 'PRIVATE KEY')),
      'ca.crt': this.pem,
    };
  }
}

/** Replaces each file atomically, readable only by its owner. */
export function writeIdentity(folder: string, files: IdentityFiles): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(files) as [string, string][]) {
    const draft = join(folder, `${name}.${process.pid}`);
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, join(folder, name));
  }
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** A negative lifetime creates an expired certificate. */
const lifetime = (ms: number) => {
  const notAfter = Date.now() + ms;
  const notBefore = Math.min(Date.now(), notAfter) - BACKDATED_MS;
  return { notBefore: new Date(notBefore), notAfter: new Date(notAfter) };
};

/** Starts with 4 because the number must be positive. */
const serialNumber = () => `4${randomBytes(16).toString('hex').slice(1)}`;
const withLineEnd = (pem: string) => `${pem.trim()}\n`;
