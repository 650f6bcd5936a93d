import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { sample } from './sample/sample.service.js';

describe('edge state', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample);
  });
  afterAll(() => app.close());

  it('reaches every service, and a newly started one before it is ready', async () => {
    await app.get(EdgeWriter).block({ ip: '192.0.2.1', reason: 'test' });
    const other = await testApp(sample, {
      database: app.database,
      nats: app.nats,
      tokens: app.tokens,
    });
    expect(other.get(EdgeState).isBlocked('192.0.2.1')).toBe(true);
    await app.get(EdgeWriter).unblock('192.0.2.1');
    await waitFor(() => !other.get(EdgeState).isBlocked('192.0.2.1'));
    await other.close();
  });

  it('applies every lifted block, even of many concurrent ones', async () => {
    const edge = app.get(EdgeState);
    const writer = app.get(EdgeWriter);
    const ips = Array.from({ length: 200 }, (_, n) => `198.18.3.${n}`);
    await Promise.all(ips.map((ip) => writer.block({ ip })));
    await waitFor(() => ips.every((ip) => edge.isBlocked(ip)));
    await Promise.all(ips.map((ip) => writer.unblock(ip)));
    await waitFor(() => ips.every((ip) => !edge.isBlocked(ip)));
  });

  it('is rebuilt by its owner, which removes extra entries and adds missing ones', async () => {
    const edge = app.get(EdgeState);
    const writer = app.get(EdgeWriter);
    await writer.block({ ip: '192.0.2.2' });
    await writer.block({ ip: '2001:db8::1' });
    await waitFor(() => edge.isBlocked('192.0.2.2') && edge.isBlocked('2001:db8::2'));
    await writer.writeBlocks([{ ip: '2001:db8::1' }, { ip: '198.51.100.0/24' }]);
    const ranges: string[] = [];
    for await (const page of writer.blockedRanges(2)) ranges.push(...page);
    expect(ranges).toEqual(expect.arrayContaining(['192.0.2.2', '2001:db8::1', '198.51.100.0/24']));
    await writer.writeBlock('192.0.2.2', () => Promise.resolve(null));
    await waitFor(() => !edge.isBlocked('192.0.2.2') && edge.isBlocked('198.51.100.20'));
    expect(edge.isBlocked('2001:db8::2')).toBe(true);
  });

  it('rebuilds revocations', async () => {
    const edge = app.get(EdgeState);
    const writer = app.get(EdgeWriter);
    await writer.revokeSession('old');
    await waitFor(() => edge.isRevoked({ userId: 'u', sessionId: 'old', epoch: 0 }));
    await writer.rebuildRevocations([{ kind: 'user', userId: 'u', minEpoch: 2 }]);
    await waitFor(() => edge.isRevoked({ userId: 'u', sessionId: 's', epoch: 1 }));
    await waitFor(() => !edge.isRevoked({ userId: 'v', sessionId: 'old', epoch: 0 }));
  });

  it('rejects an invalid address', async () => {
    await expect(app.get(EdgeWriter).block({ ip: 'localhost' })).rejects.toThrow('address');
  });
});
