import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { experimental } from '@grpc/grpc-js';
import { logger } from '../../core/logging/logger.js';

type CertificateProvider = experimental.CertificateProvider;
type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

const log = logger('identity');
const RELOAD_MS = 5_000;

interface Loaded {
  ca: Buffer;
  certificate: Buffer;
  privateKey: Buffer;
  leaf: X509Certificate;
}

/**
 * Certificate, key and trusted authorities of a service: `tls.crt`, `tls.key` and `ca.crt` in one folder, as a
 * Kubernetes Secret of type kubernetes.io/tls is mounted. Checked every few seconds, so that new files need no
 * restart. Mismatched files, e.g. in the middle of a replacement, are ignored and the last valid ones stay in use.
 */
export class IdentityFiles implements CertificateProvider {
  private readonly caListeners = new Set<CaListener>();
  private readonly identityListeners = new Set<IdentityListener>();
  private readonly timer: NodeJS.Timeout;
  private current: Loaded;
  private reported = '';

  /** @throws Error with a readable message if the files are unusable */
  constructor(
    private readonly folder: string,
    reloadMs = RELOAD_MS,
  ) {
    this.current = this.read();
    this.timer = setInterval(() => this.reload(), reloadMs).unref();
  }

  get certificate(): X509Certificate {
    return this.current.leaf;
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Loads the current files if they are valid. */
  reload(): void {
    let next: Loaded;
    try {
      next = this.read();
    } catch (err) {
      const reason = err instanceof Error ? err.message : '';
      if (reason !== this.reported) log.warn({ err }, 'new certificates are invalid');
      this.reported = reason;
      return;
    }
    this.reported = '';
    const { ca, certificate, privateKey } = this.current;
    if (
      ca.equals(next.ca) &&
      certificate.equals(next.certificate) &&
      privateKey.equals(next.privateKey)
    )
      return;
    this.current = next;
    log.info({ validTo: next.leaf.validTo }, 'new certificates loaded');
    for (const listener of this.caListeners) this.notifyCaListener(listener);
    for (const listener of this.identityListeners) this.notifyIdentityListener(listener);
  }

  addCaCertificateListener(listener: CaListener): void {
    this.caListeners.add(listener);
    this.notifyCaListener(listener);
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.caListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.identityListeners.add(listener);
    this.notifyIdentityListener(listener);
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.identityListeners.delete(listener);
  }

  /** Deferred because grpc-js adds a listener before it is fully set up. */
  private notifyCaListener(listener: CaListener): void {
    process.nextTick(() => listener({ caCertificate: this.current.ca }));
  }

  private notifyIdentityListener(listener: IdentityListener): void {
    process.nextTick(() => {
      const { certificate, privateKey } = this.current;
      listener({ certificate, privateKey });
    });
  }

  private read(): Loaded {
    const file = (name: string) => {
      try {
        return readFileSync(join(this.folder, name));
      } catch (cause) {
        throw new Error(`cannot read ${name} in IDENTITY_DIR`, { cause });
      }
    };
    const [certificate, privateKey, ca] = [file('tls.crt'), file('tls.key'), file('ca.crt')];
    let leaf: X509Certificate;
    try {
      // Rejects what TLS would reject: a mismatched key or an invalid certificate.
      createSecureContext({ cert: certificate, key: privateKey, ca });
      leaf = new X509Certificate(certificate);
    } catch (cause) {
      throw new Error('certificate, key and CA in IDENTITY_DIR do not match', { cause });
    }
    return { ca, certificate, privateKey, leaf };
  }
}
