import type { EntityManager } from 'typeorm';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import { NEW_EXAMINATION, type ExaminePorts } from '@casement/install-engine/preflight/examine.js';
import { CheckRunner } from './check-runner.js';
import type { VpsCheckEntity } from './vps-check.entity.js';

/** Runs a check on a VPS that prints its root password while the image download is measured. */
async function failedCheck(
  vpsCredentials: ExaminePorts['vpsCredentials'],
): Promise<Partial<VpsCheckEntity>> {
  const row = {
    id: 'check-1',
    userId: 'user-1',
    ip: '10.0.0.1',
    manifestSha256: null,
    state: NEW_EXAMINATION,
    createdAt: new Date(),
  } as unknown as VpsCheckEntity;
  const ports = {
    addresses: {
      check: () => {
        throw new EngineError('REMOTE_FAILED', {}, { detail: 'chpasswd: root:sesame-73' });
      },
    } as unknown as AddressPolicy,
    vpsCredentials,
  } as unknown as ExaminePorts;
  const tx = {
    update: (_entity: unknown, _where: unknown, set: Partial<VpsCheckEntity>) =>
      Promise.resolve(Object.assign(row, set)),
  } as unknown as EntityManager;
  type Arguments = ConstructorParameters<typeof CheckRunner>;
  const sut = new CheckRunner(
    { transaction: (work: (tx: EntityManager) => unknown) => work(tx) } as unknown as Arguments[0],
    {} as Arguments[1],
    { ports },
    { raise: () => undefined } as unknown as Arguments[3],
  );
  const lease = {
    id: row.id,
    epoch: 1,
    signal: new AbortController().signal,
    hold: () => Promise.resolve(row),
  };
  await sut.run(lease as unknown as Parameters<CheckRunner['run']>[0]);
  return row;
}

describe(CheckRunner.name, () => {
  it('stores the detail of a failure without the root password', async () => {
    const { status, state } = await failedCheck(() =>
      Promise.resolve({ password: 'sesame-73', key: null }),
    );
    expect(status).toBe('failed');
    expect(state?.failure).toMatchObject({ detail: 'chpasswd: root:[removed]' });
  });

  it('stores no detail if the root password cannot be opened', async () => {
    const { state } = await failedCheck(() => Promise.reject(new Error('wrong key')));
    expect(state?.failure).toMatchObject({ code: 'REMOTE_FAILED', detail: null });
  });
});
