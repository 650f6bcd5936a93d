import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLERS, type CallerName } from '@casement/proto/access/access.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { identityOf } from '@casement/common/platform/identity/identity-name.js';
import { LocalAuthority, writeIdentity, type IdentityFiles } from '../certificates.js';

export { LocalAuthority };

/** Certificates of every service by one authority, in folders like those of real processes. */
export class TestIdentities {
  private readonly open: Identity[] = [];

  private constructor(
    private readonly root: string,
    readonly authority: LocalAuthority,
  ) {}

  static async create(): Promise<TestIdentities> {
    const root = mkdtempSync(join(tmpdir(), 'casement-identities-'));
    const all = new TestIdentities(root, await LocalAuthority.create());
    for (const service of CALLERS) await all.write(service);
    return all;
  }

  folder(name: string): string {
    return join(this.root, name);
  }

  /** Writes a certificate of that service, signed by the shared authority by default. */
  async write(
    service: CallerName,
    authority: Pick<LocalAuthority, 'issue'> = this.authority,
    more: Partial<IdentityFiles> = {},
  ): Promise<void> {
    const files = await authority.issue({ uris: [identityOf(service)] });
    writeIdentity(this.folder(service), { ...files, ...more });
  }

  /** Creates a folder with a certificate for one test. */
  async other(
    name: string,
    request: { uris: string[]; validMs?: number },
    authority = this.authority,
  ): Promise<string> {
    const files = await authority.issue(request);
    writeIdentity(this.folder(name), { ...files, 'ca.crt': this.authority.pem });
    return this.folder(name);
  }

  of(
    service: CallerName,
    options: { mode?: 'accept' | 'require'; reloadMs?: number } = {},
  ): Identity {
    return this.at(service, this.folder(service), options);
  }

  at(
    service: string,
    folder: string,
    {
      mode = 'require',
      reloadMs = 60_000,
    }: { mode?: 'accept' | 'require'; reloadMs?: number } = {},
  ): Identity {
    const config = { GRPC_IDENTITY: mode, IDENTITY_DIR: folder };
    const identity = new Identity(config, service, reloadMs);
    this.open.push(identity);
    return identity;
  }

  close(): void {
    for (const identity of this.open) identity.onApplicationShutdown();
    rmSync(this.root, { recursive: true, force: true });
  }
}
