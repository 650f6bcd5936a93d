import { InstallLab } from '../simulator/install-lab.js';

describe("administrator's edit before the commit", () => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start();
  });
  afterAll(() => lab.close());
  beforeEach(() => lab.grant(1));

  it('§4 returns the VPS to Linux and cleans it before setting the install to failed', async () => {
    const edits: string[] = [];
    const vps = await lab.vps('127.0.3.1', {
      onPoint: async (point) => {
        if (point !== 'check-in' || edits.length > 0) return;
        const { record } = await lab.edit(id, 'failed');
        edits.push(record.status);
      },
    });
    const id = await lab.begin('127.0.3.1');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'ENDED_BY_ADMINISTRATOR' },
      restored: { linux: true, clean: true, left: [] },
    });
    expect(edits).toEqual(['preparing']);
    expect(vps.state).toBe('linux');
    expect(vps.linux.files.size).toBe(0);
    expect(await lab.installRow(id)).toMatchObject({ vps_password: null, agent_token_hash: null });
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('§4 waits for Linux after a restart during the stage, then completes the install', async () => {
    let edited = false;
    const vps = await lab.vps('127.0.3.2', {
      onPoint: async (point) => {
        if (point !== 'check-in' || edited) return;
        edited = true;
        await lab.edit(id, 'pending');
        const epoch = Number((await lab.installRow(id))['lease_epoch']);
        // The new worker has made one failed attempt. The VPS is still in the stage.
        await lab.until(async () => {
          const row = await lab.installRow(id);
          return Number(row['lease_epoch']) > epoch && row['lease_owner'] === null;
        });
      },
    });
    const id = await lab.begin('127.0.3.2');
    expect(await lab.settled(id)).toMatchObject({ status: 'completed', quota: 'spent' });
    expect(vps.points.filter((point) => point === 'check-in').length).toBeGreaterThan(1);
    expect(vps.state).toBe('windows');
    expect(await lab.quota()).toBe(0);
  });

  it('cleans up earlier files if a restarted install fails before new files were sent', async () => {
    let edited = false;
    const vps = await lab.vps('127.0.3.3', {
      onPoint: async (point) => {
        if (point === 'facts' && edited) vps.linux.refuseNext('facts');
        if (point !== 'check-in' || edited) return;
        edited = true;
        await lab.edit(id, 'pending');
      },
    });
    const id = await lab.begin('127.0.3.3');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'OS_UNREADABLE' },
      restored: { linux: true, clean: true, left: [] },
    });
    expect(vps.linux.files.size).toBe(0);
    expect(await lab.quotaBecomes(1)).toBe(1);
  });
});
