import type { TestApp } from '@casement/common/testing/test-app.js';
import type { TokenSubject } from '@casement/common/testing/test-tokens.js';
import { randomToken, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { NEW_AGENT_STATE } from '@casement/install-engine/agent-api/agent-state.js';
import { makePlan } from '@casement/install-engine/machine/plan.js';
import { evaluate } from '@casement/install-engine/preflight/evaluate.js';
import { PREFLIGHT_SETTINGS } from '@casement/install-engine/preflight/requirements.js';
import { sampleFacts } from '@casement/install-engine/testing/sample-facts.js';
import type { ChunkStore } from '@casement/windows-image/store/chunk-store.js';
import type { ImageManifest } from '@casement/windows-image/store/manifest.js';
import { CHUNK_STORE } from '../../src/image-store/image-store.js';
import { InstallTransitions } from '../../src/installs/install-transitions.service.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { consoleCodeOf } from '../../src/recovery/console-code.js';
import { WindowsVersionEntity } from '../../src/windows-versions/windows-version.entity.js';
import { WindowsVersionsRepository } from '../../src/windows-versions/windows-versions.repository.js';
import { aRequest } from './install-app.js';

export const NONCE = 'a'.repeat(32);
export const BOOT = 'b'.repeat(32);
export const PASSWORD = 'Secret-1!';
export const CAN_INSTALL = { abilities: ['install_again', 'return_to_linux'] };
/** Report of a kept recovery system. */
export const KEPT = { guard: 'kept', starts: 0, abilities: ['install_again', 'reset_password'] };
/** Code on the console of BOOT. */
export const CODE = consoleCodeOf(BOOT);

const IMAGE = { rawSize: 0, minDisk: 0, minMemory: 0, firmware: 'bios' } as const;
const MANIFEST: ImageManifest = {
  ...IMAGE,
  format: 'casement-image/1',
  chunkSize: 1 << 20,
  windows: { partition: 1, offset: 0, size: 0 },
  chunks: [],
};

/** Installs with a boot guard, without a worker and a VPS. */
export function guardedWorld(app: () => Pick<TestApp, 'http' | 'as' | 'get'>, network: string) {
  const manager = () => app().get(Database).manager;
  let lastByte = 0;

  const row = (id: string) => manager().findOneByOrFail(InstallEntity, { id });
  const update = (id: string, set: Partial<InstallEntity>) =>
    manager().update(InstallEntity, { id }, set);

  const aGuarded = async ({ userId = newId(), ip = `${network}.${(lastByte += 1)}` } = {}) => {
    const { body } = await app()
      .http.post('/api/user/install')
      .set(app().as({ userId }))
      .send(aRequest({ ip, passwd_rdp: PASSWORD }))
      .expect(200);
    const id = body.data.id as string;
    const token = randomToken();
    const { engineState } = await row(id);
    const facts = sampleFacts();
    const checks = evaluate(facts, IMAGE, PREFLIGHT_SETTINGS, new Date());
    const plan = makePlan(facts, 'grub');
    await update(id, {
      status: 'preparing',
      agentTokenHash: sha256Hex(token),
      agentState: { ...NEW_AGENT_STATE, bootNonce: NONCE },
      engineState: { ...engineState, step: 'commit', plan, checks },
    });
    return { id, userId, ip, token };
  };
  const commit = (token: string, nonce = NONCE) =>
    app()
      .http.post('/api/install/agent/commit')
      .set('authorization', `Bearer ${token}`)
      .type('form')
      .send({ nonce });
  /** Commits an install and waits in the step of Windows' first start. */
  const started = async (of: Parameters<typeof aGuarded>[0] = {}) => {
    const install = await aGuarded(of);
    const { text } = await commit(install.token).expect(200);
    const { engineState, agentState } = await row(install.id);
    await update(install.id, {
      engineState: { ...engineState, step: 'start', status: 'running', phase: 'starting' },
      agentState: { ...agentState, verifiedAt: new Date().toISOString() },
    });
    return { ...install, recovery: /^GUARD_TOKEN=(.+)$/m.exec(text)![1] };
  };
  const report = (
    { recovery, ip }: { recovery: string; ip: string },
    fields: Record<string, unknown> = {},
    from = ip,
  ) =>
    app()
      .http.post('/api/install/agent/recovery/report')
      .set('authorization', `Bearer ${recovery}`)
      .set('x-real-ip', from)
      .send({ boot_id: BOOT, starts: 4, guard: 'counting', written_since: false, ...fields });

  const anImage = (image: Partial<ImageManifest>) =>
    app()
      .get<ChunkStore>(CHUNK_STORE)
      .putManifest({ ...MANIFEST, ...image });
  /** Adds a version whose image is in the store. */
  const aVersion = async (slug: string, image: Partial<ImageManifest> = {}) => {
    const manifestSha256 = await anImage(image);
    const versions = app().get(WindowsVersionsRepository);
    await versions.upsertWithImage(manager(), { name: `Windows ${slug}`, slug, manifestSha256 });
    return slug;
  };
  /** Adds an image of Linux. @returns its id */
  const aLinux = async (slug: string, firmware: ('bios' | 'uefi')[] = ['bios', 'uefi']) => {
    const image = { ...MANIFEST, firmware: 'uefi' as const, windows: undefined };
    const manifestSha256 = await app()
      .get<ChunkStore>(CHUNK_STORE)
      .putManifest({ ...image, linux: { firmware } });
    const version = { kind: 'linux' as const, name: `Linux ${slug}`, slug, manifestSha256 };
    await app().get(WindowsVersionsRepository).upsertWithImage(manager(), version);
    return (await manager().findOneByOrFail(WindowsVersionEntity, { slug })).id;
  };
  /** Install that ended by the report of a recovery system that can install again. */
  const recovered = async (of: Parameters<typeof aGuarded>[0] = {}) => {
    const install = await started(of);
    await report(install, CAN_INSTALL).expect(200);
    return install;
  };
  const again = (
    { id, userId }: { id: string; userId: string },
    over: Record<string, unknown> = {},
    subject: TokenSubject = { userId },
  ) =>
    app()
      .http.post(`/api/user/install/${id}/again`)
      .set(app().as(subject))
      .send({ code: CODE, win_ver: 'stored', passwd_rdp: PASSWORD, ...over });

  const toLinux = (
    { id, userId }: { id: string; userId: string },
    over: Record<string, unknown>,
    subject: TokenSubject = { userId },
  ) =>
    app()
      .http.post(`/api/user/install/${id}/linux`)
      .set(app().as(subject))
      .send({ code: CODE, root_password: PASSWORD, ...over });

  /** Completed install whose kept recovery system responds and can reset the password. */
  const keptAnswering = async (
    fields: Record<string, unknown> = {},
    of: Parameters<typeof aGuarded>[0] = {},
  ) => {
    const install = await started(of);
    await update(install.id, { windowsOptions: { keep_recovery: true } });
    const { agentState, engineState } = await row(install.id);
    await update(install.id, {
      agentState: { ...agentState, guarded: true, log: [`signed in with ${PASSWORD}`] },
    });
    await app()
      .get(InstallTransitions)
      .settle(manager(), await row(install.id), 'completed', {
        ...engineState,
        step: 'end',
        status: 'completed',
      });
    await report(install, { ...KEPT, ...fields }).expect(200);
    return install;
  };
  const resetPassword = (
    { id, userId }: { id: string; userId: string },
    over: Record<string, unknown> = {},
    subject: TokenSubject = { userId },
  ) =>
    app()
      .http.post(`/api/user/install/${id}/password`)
      .set(app().as(subject))
      .send({ code: CODE, passwd_rdp: PASSWORD, ...over });

  return {
    keptAnswering,
    resetPassword,
    row,
    update,
    aGuarded,
    commit,
    started,
    report,
    anImage,
    aVersion,
    aLinux,
    recovered,
    again,
    toLinux,
  };
}
