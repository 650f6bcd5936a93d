import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, page } from '@/testing/responses.js';
import { openDashboardAt } from '@/testing/dashboard.js';
import {
  makeInstall,
  makeLive,
  makeProgress,
  makeRdp,
  makeWriting,
} from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';
import { TestStream } from '@/testing/stream.js';

describe('/dashboard live install progress', () => {
  const install = makeWriting({ ip: '192.0.2.9' });
  const stream = () => {
    const made = new TestStream();
    server.use(
      http.get('/api/user/install-history', () => page([install])),
      http.get(`/api/user/install/${install.id}/events`, ({ request }) => made.answer(request)),
    );
    return made;
  };
  const panel = async () => within(await screen.findByRole('region', { name: '192.0.2.9' }));

  it('shows phase, percent, speed, time left, elapsed time and log between two polls', async () => {
    const live = stream();
    await openDashboardAt(new Date('2026-11-21T07:12:00.000Z'));
    expect((await panel()).getAllByText('63 %')[0]).toBeVisible();
    expect((await panel()).getByText(/^10 min \d+ s$/)).toBeVisible();
    await live.opened;
    const progress = makeProgress({
      ...install.progress,
      percent: 71.2,
      rate: 51_000_000,
      eta_seconds: 95,
    });
    act(() =>
      live.send({
        event: 'install',
        data: makeLive(install, { progress, log: ['chunk 912 written', 'chunk 913 written'] }),
      }),
    );
    const [percent] = await (await panel()).findAllByText('71 %');
    expect(percent).toBeVisible();
    const now = await panel();
    expect(now.getByText('51.0 MB/s')).toBeVisible();
    expect(now.getByText('1 min 35 s')).toBeVisible();
    expect(now.getByText(/chunk 913 written/)).toBeInTheDocument();
  });

  it('§4 refetches and shows a toast as soon as the stream announces the end', async () => {
    const live = stream();
    await openDashboardAt(new Date('2026-11-21T07:12:00.000Z'));
    await panel();
    await live.opened;
    const done = { ...install, status: 'completed' as const, quota: 'spent' as const };
    server.use(http.get('/api/user/install-history', () => page([done])));
    act(() => live.send({ event: 'end', data: { status: 'completed' } }));
    expect(await screen.findByText('Installation completed')).toBeVisible();
  });

  it('offers Connect and the desktop in toast, notification and dialog once the install is completed', async () => {
    const live = stream();
    server.use(http.get(`/api/user/install/${install.id}`, () => ok(done)));
    const done = makeInstall({ ...install, status: 'completed', rdp: makeRdp({ desktop: true }) });
    const user = await openDashboardAt(new Date('2026-11-21T07:12:00.000Z'));
    await panel();
    await user.click(screen.getByRole('button', { name: 'View progress of 192.0.2.9' }));
    const details = await screen.findByRole('dialog', { name: '192.0.2.9' });
    await live.opened;
    server.use(http.get('/api/user/install-history', () => page([done])));
    act(() => live.send({ event: 'end', data: { status: 'completed' } }));
    const links = within(await findToast('Installation completed')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Connect', `/dashboard?open=install%3A${install.id}`],
      ['Open in browser', `/dashboard?open=desktop%3A${install.id}`],
    ]);
    expect(within(details).getByRole('button', { name: 'Open in browser' })).toBeVisible();
    await user.click(within(details).getByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('dialog', { name: 'Connect to 192.0.2.9' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }));
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(list.getByRole('link', { name: /^Open in browser/ })).toBeVisible();
    await user.click(list.getByRole('link', { name: 'Connect to 192.0.2.9' }));
    expect(await screen.findByRole('dialog', { name: 'Connect to 192.0.2.9' })).toBeVisible();
  });

  it('refetches when its tab becomes visible', async () => {
    let requests = 0;
    const live = stream();
    server.use(
      http.get('/api/user/install-history', () => {
        requests += 1;
        return page([install]);
      }),
    );
    await openDashboardAt(new Date('2026-11-21T07:12:00.000Z'));
    await panel();
    await live.opened;
    const before = requests;
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(requests).toBeGreaterThan(before));
  });
});
