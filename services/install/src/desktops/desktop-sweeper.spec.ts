import type { Database } from '@casement/common/data/database/database.js';
import type { Jobs } from '@casement/common/data/jobs/jobs.js';
import type { DesktopMetrics } from './desktop-metrics.js';
import type { DesktopReportsRepository, EndedDesktop } from './desktop-reports.repository.js';
import { DesktopSweeper } from './desktop-sweeper.js';

const START = Date.parse('2026-11-26T08:00:00Z');
const LOST: EndedDesktop = {
  sessionId: 's',
  userId: 'u',
  installId: 'i',
  seconds: 60,
  bytesToWindows: 1,
  bytesToBrowser: 2,
  reason: 'lost',
};

describe('desktops with silent relays', () => {
  let away: boolean;
  let ended: EndedDesktop[];
  let sweeper: DesktopSweeper;
  beforeEach(() => {
    away = false;
    ended = [];
    const ping = () => (away ? Promise.reject(new Error('no connection')) : Promise.resolve());
    const endLost = () => Promise.resolve([LOST]);
    sweeper = new DesktopSweeper(
      {} as Database,
      { ping, endLost } as unknown as DesktopReportsRepository,
      { ended: (desktop: EndedDesktop) => ended.push(desktop) } as unknown as DesktopMetrics,
      { every: () => undefined } as unknown as Jobs,
    );
  });
  const sweepAt = (seconds: number) => sweeper.endLost(new Date(START + seconds * 1000));

  it('waits 30 seconds for reports after a start', async () => {
    await sweepAt(0);
    await sweepAt(29);
    expect(ended).toEqual([]);
    await sweepAt(30);
    expect(ended).toEqual([LOST]);
  });

  it('waits 30 seconds for reports after a database outage', async () => {
    await sweepAt(0);
    away = true;
    await expect(sweepAt(60)).rejects.toThrow('no connection');
    away = false;
    await sweepAt(65);
    await sweepAt(94);
    expect(ended).toEqual([]);
    await sweepAt(95);
    expect(ended).toEqual([LOST]);
  });
});
