import { Webhook } from 'standardwebhooks';
import { setup } from '../../test/support/setup.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const LISTENER = '0198c0de-0000-7000-8000-00000000000a';
const PATH = 'GET /api/user/webhook-listener/events';

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const listening = event('listening', { id: LISTENER, secret: SECRET });

function webhook(id: string, type: string, { secret = SECRET, data = { id: 'i-1' } } = {}) {
  const at = new Date();
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return event('webhook', { headers, body });
}

describe('casement webhook listen', () => {
  it('prints each event once, even if it is repeated after an interruption', async () => {
    const { casement, calls } = setup({
      [PATH]: [
        { text: `: heartbeat\n\n${listening}${webhook('e-1', 'install.phase')}` },
        {
          text: `${listening}${webhook('e-1', 'install.phase')}${webhook('e-2', 'install.completed')}`,
        },
      ],
    });
    const { exit, out } = await casement('webhook listen --count 2 --json');
    expect(exit).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { id: 'e-1', type: 'install.phase', data: { id: 'i-1' } },
      { id: 'e-2', type: 'install.completed' },
    ]);
    expect(calls.map(({ query }) => query)).toEqual(['', `listener=${LISTENER}`]);
  });

  it('prints only the requested events, without terminal control sequences', async () => {
    const { casement } = setup({
      [PATH]: {
        text: `${listening}${webhook('e-1', 'quota.low')}${webhook('e-2', 'topup.paid', { data: { id: '\u009b2J' } })}`,
      },
    });
    const { out } = await casement('webhook listen --events topup.paid --count 1');
    expect(out).toContain('topup.paid  {"id":"\ufffd2J"}');
    expect(out).not.toContain('quota.low');
  });

  it('exits on a wrong signature', async () => {
    const forged = webhook('e-1', 'topup.paid', {
      secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
    });
    const { casement } = setup({ [PATH]: { text: listening + forged } });
    const { exit, out } = await casement('webhook listen --count 1');
    expect([exit, out]).toEqual([1, '']);
  });

  it('reports that events may be missing, and continues as a new listener', async () => {
    const gone = { status: 404, code: 'NOT_FOUND', message: 'gone' };
    const { casement, calls } = setup({
      [PATH]: [{ text: listening }, gone, { text: listening + webhook('e-3', 'quota.low') }],
    });
    const { exit, err } = await casement('webhook listen --count 1');
    expect(exit).toBe(0);
    expect(err).toContain('events in the meantime are not shown');
    expect(calls.map(({ query }) => query)).toEqual(['', `listener=${LISTENER}`, '']);
  });

  it('exits with the exit code of a refusal', async () => {
    const refused = { status: 403, code: 'API_KEY_SCOPE', message: 'This key lacks webhooks.' };
    const { exit, err } = await setup({ [PATH]: refused }).casement('webhook listen');
    expect(exit).toBe(5);
    expect(err).toContain('lacks webhooks');
  });
});
