import { Database } from '@casement/common/data/database/database.js';
import { testApp, type TestApp, type TestAppOptions } from '@casement/common/testing/test-app.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { install } from '../../src/install.service-definition.js';
import { QuotaClient } from '../../src/quota/quota.client.js';
import { WindowsVersionsRepository } from '../../src/windows-versions/windows-versions.repository.js';
import { FakeQuota } from './fake-quota.js';

export const MANIFEST = 'a'.repeat(64);

/** Starts the service with one installable version. Runs no worker unless the test requests one. */
export async function installApp(
  options: TestAppOptions & { quota?: FakeQuota; names?: Record<string, string> } = {},
): Promise<TestApp & { quota: FakeQuota }> {
  const quota = options.quota ?? new FakeQuota();
  const users = {
    names: () => Promise.resolve(new Map(Object.entries(options.names ?? {}))),
    onApplicationShutdown: () => undefined,
  };
  const app = await testApp(install, {
    ...options,
    env: { INSTALL_WORKER: 'false', INSTALL_ALLOWED_NETWORKS: '127.0.0.10/32', ...options.env },
    override: [[QuotaClient, quota], [UserDirectory, users], ...(options.override ?? [])],
  });
  const { manager } = app.get(Database);
  await app.get(WindowsVersionsRepository).upsertWithImage(manager, {
    name: 'Windows Server 2022',
    slug: 'ws2022',
    manifestSha256: MANIFEST,
  });
  return { ...app, quota };
}

export const aRequest = (over: Record<string, unknown> = {}) => ({
  ip: '127.0.0.10',
  passwd_vps: 'root-pass',
  win_ver: 'ws2022',
  passwd_rdp: 'Secret-1!',
  ...over,
});
