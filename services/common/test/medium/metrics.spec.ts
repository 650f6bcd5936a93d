import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { ConsumerProbe, sample } from './sample/sample.service.js';

describe(Metrics.name, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(sample);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const text = async () => (await app.http.get('/internal/metrics').expect(200)).text;
  const valueOf = async (series: string) => {
    const line = (await text()).split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  const requests = (labels: string) => `casement_http_request_seconds_count{${labels}}`;
  /** Advances the clock by a minute, because values are cached for ten seconds. */
  let minutes = 0;
  const later = () => {
    const at = Date.now() + 60_000 * (minutes += 1);
    jest.spyOn(Date, 'now').mockReturnValue(at);
  };

  it('returns Prometheus text without an envelope', async () => {
    const { headers } = await app.http.get('/internal/metrics').expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain; .*version=0\.0\.4/);
    expect(await text()).toContain('# TYPE casement_http_request_seconds histogram');
  });

  it('labels requests with the route pattern, never with caller input', async () => {
    for (const id of [newId(), newId()]) await app.http.get(`/api/sample/orders/${id}`).expect(404);
    await app.http.get('/api/no/such/4711').expect(404);
    await waitFor(
      async () =>
        (await valueOf(requests('method="GET",route="/api/sample/orders/:id",status="404"'))) === 2,
    );
    await waitFor(
      async () => (await valueOf(requests('method="GET",route="none",status="404"'))) === 1,
    );
    const all = await text();
    expect(all).not.toMatch(/4711|internal|health/);
  });

  it('shows the delay of events and failures', async () => {
    later();
    await waitFor(async () => (await valueOf('casement_reading_up{reading="inbox"}')) === 1);
    expect(await valueOf('casement_inbox_pending{consumer="billing_topup_paid_v1"}')).toBe(0);
    jest.restoreAllMocks();

    app.get(ConsumerProbe).failuresLeft = 1;
    const id = newId();
    await app.http.post(`/api/sample/topups/${id}`).expect(200);
    const subject = 'subject="billing.topup.paid.v1"';
    await waitFor(
      async () => (await valueOf(`casement_event_delay_seconds_count{${subject}}`)) === 1,
    );
    expect(await valueOf(`casement_event_failures_total{${subject},then="retry"}`)).toBe(1);
  });

  it('shows the number and age of waiting events', async () => {
    await app.get(Database).query(
      `INSERT INTO outbox (id, subject, payload, correlation_id, occurred_at, available_at)
       VALUES ($1, 'billing.topup.paid.v1', '{}', 'c', now() - interval '90 seconds', 'infinity')`,
      [newId()],
    );
    later();
    expect(await valueOf('casement_outbox_waiting')).toBeGreaterThanOrEqual(1);
    expect(await valueOf('casement_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90);
    expect(await valueOf('casement_dead_letters')).toBe(0);
  });

  it('omits and reports readings that fail', async () => {
    later();
    jest.spyOn(app.get(Database), 'manager', 'get').mockImplementation(() => {
      throw new Error('away');
    });
    const all = await text();
    expect(all).toContain('casement_reading_up{reading="outbox"} 0');
    expect(all).toContain('casement_reading_up{reading="inbox"} 1');
    expect(all).toContain('casement_http_request_seconds_count');
  });
});
