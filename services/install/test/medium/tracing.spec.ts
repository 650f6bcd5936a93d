import { TestCollector } from '@casement/common/testing/test-collector.js';
import { traceIdOf } from '@casement/common/core/tracing/trace-id.js';
import { InstallLab } from '../simulator/install-lab.js';

/** Issue 9: "a trace of one install can be followed from the click to the handshake". */
describe('install trace', () => {
  let collector: TestCollector;
  let lab: InstallLab;

  beforeAll(async () => {
    collector = await TestCollector.start();
    lab = await InstallLab.start({ traces: collector.url });
  });
  afterAll(async () => {
    await lab.close();
    collector.close();
  });
  beforeEach(() => lab.grant(1));

  const traceOf = async (id: string) =>
    traceIdOf((await lab.installRow(id))['correlation_id'] as string);

  it('covers the request, the quota, every step to the handshake, and the capture', async () => {
    const [worker] = lab.workers;
    let killed = false;
    await lab.vps('127.0.1.1', {
      onPoint: async (point) => {
        if (point !== 'written' || killed) return;
        await lab.atStep(id, 'write');
        // The trace survives a worker crash. The successor's steps belong to the same trace.
        killed = true;
        await worker.kill();
        await worker.start();
      },
    });
    const id = await lab.begin('127.0.1.1');
    expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
    expect(killed).toBe(true);

    const traceId = await traceOf(id);
    const names = () =>
      collector.ofTrace(traceId).map(({ service, name }) => `${service}: ${name}`);
    await lab.until(() => names().includes('billing: process install.job.status-changed.v1'));
    await lab.until(() => names().includes('install: install verify'));
    const steps = collector
      .ofTrace(traceId)
      .filter(({ name }) => name.startsWith('install '))
      .map(({ name }) => name.slice('install '.length));
    expect(steps).toEqual(expect.arrayContaining(['write', 'configure', 'start', 'verify']));
    expect(steps.at(-1)).toBe('verify');
  });

  it("starts with the request and billing's spans and contains a failure with its code", async () => {
    await lab.vps('127.0.1.2');
    const id = await lab.begin('127.0.1.2', { passwd_vps: 'Wrong-Secret-1' });
    await lab.settled(id);
    const traceId = await traceOf(id);
    const span = (name: string) => collector.ofTrace(traceId).find((one) => one.name === name);
    await lab.until(() => span('install connect') !== undefined);
    await lab.until(() => span('POST /api/user/install') !== undefined);
    await lab.until(() => span('/casement.billing.v1.BillingService/HoldQuota') !== undefined);

    const request = span('POST /api/user/install')!;
    const call = span('BillingService/HoldQuota')!;
    const answer = span('/casement.billing.v1.BillingService/HoldQuota')!;
    expect(request.attributes).toMatchObject({ 'http.response.status_code': 200 });
    expect(call).toMatchObject({ service: 'install', parentSpanId: request.spanId });
    expect(answer).toMatchObject({ service: 'billing', parentSpanId: call.spanId });
    expect(span('install connect')).toMatchObject({
      failure: 'SSH_AUTH_FAILED',
      attributes: { 'install.id': id, 'install.phase': 'connecting' },
    });
    for (const secret of ['Wrong-Secret-1', 'Rdp-Pass-1', '127.0.1.2']) {
      expect(collector.received).not.toContain(secret);
    }
  });
});
