import { fireEvent, screen, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { makeRevenue } from '@/testing/factories/series-factories.js';
import { server } from '@/testing/server.js';

const REVENUE = '/api/admin/topups/revenue';
const region = async () =>
  within(await screen.findByRole('region', { name: 'Revenue and installs' }));
const slider = async (name: RegExp) => (await region()).findByRole('slider', { name });

describe('/admin revenue and install trends', () => {
  it('shows both totals compared with the previous period', async () => {
    await openAdmin('Dashboard', [
      http.get(REVENUE, () => ok(makeRevenue('day', (i) => (i < 30 ? 1_000 : 2_000)))),
    ]);
    expect(
      await slider(/^Revenue of the last 30 days: Rp 60.000 \(previous 30 days: Rp 30.000\)/),
    ).toBeVisible();
    expect(
      await slider(/^Installs of the last 30 days: Completed \d+ .*, Failed 12/),
    ).toBeVisible();
  });

  it('distinguishes the previous period by a dashed line, not only by color', async () => {
    await openAdmin();
    const plot = await slider(/^Installs/);
    const dashOf = (line: string) =>
      plot.querySelector(`[data-line="${line}"] path`)!.getAttribute('stroke-dasharray');
    expect([dashOf('main'), dashOf('failed')]).toEqual([null, null]);
    expect(dashOf('main-before')).not.toBe(dashOf('failed-before'));
    expect(dashOf('main-before')).not.toBeNull();
    expect(plot.querySelectorAll('[data-line="main"] circle')).toHaveLength(30);
    expect(plot.querySelectorAll('[data-line="failed"] rect')).toHaveLength(30);
  });

  it('supports the arrow keys as a slider', async () => {
    await openAdmin('Dashboard', [
      http.get(REVENUE, () => ok(makeRevenue('day', (i) => i * 1_000))),
    ]);
    const plot = await slider(/^Revenue/);
    fireEvent.keyDown(plot, { key: 'End' });
    expect(plot).toHaveAttribute(
      'aria-valuetext',
      '21 Nov 2026 (so far): Rp 59.000; previous: 22 Oct 2026: Rp 29.000',
    );
    fireEvent.keyDown(plot, { key: 'ArrowLeft' });
    expect(plot).toHaveAttribute(
      'aria-valuetext',
      '20 Nov 2026: Rp 58.000; previous: 21 Oct 2026: Rp 28.000',
    );
    fireEvent.keyDown(plot, { key: 'Home' });
    fireEvent.keyDown(plot, { key: 'ArrowLeft' });
    expect(plot).toHaveAttribute('aria-valuenow', '0');
  });

  it.each([
    ['Week', 'week', /of the last 12 weeks/, 'Week from 16 Nov 2026'],
    ['Month', 'month', /of the last 12 months/, 'Nov 2026'],
  ])('shows the revenue by %s', async (name, unit, range, start) => {
    const user = await openAdmin();
    await user.click((await region()).getByRole('button', { name }));
    const plot = await slider(new RegExp(`^Revenue ${range.source}`));
    expect(plot.getAttribute('aria-valuetext')).toContain(start);
    expect((await region()).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    expect(unit).toBe(name.toLowerCase());
  });

  it('shows the same data as a table, newest first', async () => {
    const user = await openAdmin('Dashboard', [
      http.get(REVENUE, () => ok(makeRevenue('day', (i) => i * 1_000))),
    ]);
    await slider(/^Revenue/);
    const [show] = (await region()).getAllByRole('button', { name: 'Show as table' });
    await user.click(show!);
    const table = within((await region()).getByRole('table', { name: 'Revenue as a table' }));
    const [head, first] = table.getAllByRole('row');
    expect(head).toHaveTextContent('DayRevenueRevenue, previous 30 days');
    expect(first).toHaveTextContent('21 Nov 2026Rp 59.000Rp 29.000');
    await user.click((await region()).getByRole('button', { name: 'Show as chart' }));
    expect(await slider(/^Revenue/)).toBeVisible();
  });

  it('shows zeros for periods without payments', async () => {
    await openAdmin('Dashboard', [
      http.get(REVENUE, () => ok(makeRevenue('day', (i) => (i < 30 ? 1_000 : 0)))),
    ]);
    expect(await slider(/Rp 0 \(previous 30 days: Rp 30.000\)/)).toBeVisible();
  });

  it('shows the empty state while both periods are without payments', async () => {
    await openAdmin('Dashboard', [http.get(REVENUE, () => ok(makeRevenue('day', () => 0)))]);
    expect(await slider(/^Installs/)).toBeVisible();
    expect(await screen.findByText('No payments yet')).toBeVisible();
    expect(screen.getByText('Nothing in the last 30 days or the previous 30 days.')).toBeVisible();
    expect(screen.queryByRole('slider', { name: /^Revenue/ })).not.toBeInTheDocument();
  });

  it('§8 shows one chart while the other has failed, and retries', async () => {
    const user = await openAdmin('Dashboard', [
      http.get(REVENUE, () => refuse(503, { message: 'The revenue cannot be read now.' })),
    ]);
    expect(await slider(/^Installs/)).toBeVisible();
    expect(await screen.findByText('The revenue cannot be read now.')).toBeVisible();
    server.use(http.get(REVENUE, () => ok(makeRevenue())));
    await user.click((await region()).getByRole('button', { name: 'Try Again' }));
    expect(await slider(/^Revenue/)).toBeVisible();
  });
});
