import { screen, waitFor, within } from '@testing-library/react';
import { http, type RequestHandler } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, refuse } from '@/testing/responses.js';
import { makeAllowed, makeRule } from '@/testing/factories/security-factories.js';
import { findToast } from '@/testing/render.js';

const RULES = '/api/security/rules';
const ALLOWLIST = '/api/security/allowlist';
const guessing = makeRule();
const theft = makeRule({
  name: 'refresh-token-theft',
  threshold: 1,
  counts: 'targets',
  decision: 'none',
  mode: 'simulate',
});
const office = makeAllowed();
const own = makeAllowed({ network: '127.0.0.1/32', note: '', createdAt: null, configured: true });

const open = (...handlers: RequestHandler[]) =>
  openAdmin('Detection Rules', [
    ...handlers,
    http.get(RULES, () => ok([guessing, theft])),
    http.get(ALLOWLIST, () => ok([office, own])),
  ]);
const frame = async (name: string) =>
  within(within(await screen.findByRole('region', { name })).getByRole('table'));
const cellsOf = async (name: string, text: string) =>
  within((await frame(name)).getByText(text).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('/admin security-rules section', () => {
  it('shows the subject, threshold and effect of each rule', async () => {
    await open();
    expect(
      (await cellsOf('Detection Rules: Brute force', 'password-guessing')).slice(1, 5),
    ).toEqual(['20 events within 10 minutes', '–', 'Medium', 'Block for 15 minutes or longer']);
    expect(
      (await cellsOf('Detection Rules: Brute force', 'refresh-token-theft')).slice(1, 5),
    ).toEqual(['1 target within 10 minutes', '–', 'Medium', 'Alert only']);
  });

  it.each([
    [{ threshold: 1, windowSeconds: 60, blockMinutes: 1 }, '1 event within 1 minute', '1 minute'],
    [{ windowSeconds: 5_400, blockMinutes: 60 }, '20 events within 90 minutes', '60 minutes'],
    [{ windowSeconds: 86_400, blockMinutes: 120 }, '20 events within 24 hours', '2 hours'],
  ])('formats counts and durations in words: %j', async (rule, threshold, block) => {
    await open(http.get(RULES, () => ok([makeRule(rule)])));
    const cells = await cellsOf('Detection Rules: Brute force', 'password-guessing');
    expect([cells[1], cells[4]]).toEqual([threshold, `Block for ${block} or longer`]);
  });

  it('groups rules by category and shows their recent hits', async () => {
    await open(
      http.get(RULES, () =>
        ok([
          makeRule({ name: 'a', hits: { day: 2, week: 1_204 } }),
          makeRule({ name: 'b', hits: { day: 0, week: 0 } }),
          makeRule({ name: 'c', alertType: 'suspicious', hits: { day: 0, week: 0 } }),
        ]),
      ),
    );
    const hits = async (type: string, rule: string) =>
      (await cellsOf(`Detection Rules: ${type}`, rule))[2];
    expect(await hits('Brute force', 'a')).toBe('2 in 24 hours, 1,204 in 7 days');
    expect(await hits('Brute force', 'b')).toBe('none in 7 days');
    expect(await hits('Suspicious', 'c')).toBe('none in 7 days');
    const brute = screen.getByRole('region', { name: 'Detection Rules: Brute force' });
    expect(brute).toHaveTextContent('triggered 1,204 in 7 days');
    const none = screen.queryByRole('region', { name: 'Detection Rules: Rate limit' });
    expect(none).not.toBeInTheDocument();
  });

  it('§8 shows a failed load and retries', async () => {
    let unavailable = true;
    const user = await open(http.get(RULES, () => (unavailable ? refuse(500) : ok([guessing]))));
    expect(await findToast('Failed to load the rules')).toBeVisible();
    unavailable = false;
    await user.click((await screen.findAllByRole('button', { name: 'Try Again' }))[0]!);
    expect(await frame('Detection Rules: Brute force')).toBeTruthy();
  });

  it('tests a rule, turns it off and on', async () => {
    const sent: unknown[] = [];
    const user = await open(
      http.patch(`${RULES}/password-guessing`, async ({ request }) => {
        sent.push(await request.json());
        return ok({ ...guessing, mode: 'simulate' });
      }),
    );
    const mode = (await frame('Detection Rules: Brute force')).getByLabelText(
      'Mode of password-guessing',
    );
    expect(mode).toHaveValue('on');
    expect(
      (await frame('Detection Rules: Brute force')).getByLabelText('Mode of refresh-token-theft'),
    ).toHaveValue('simulate');
    await user.selectOptions(mode, 'Test mode');
    expect(await findToast('Rule updated')).toHaveTextContent('password-guessing: Test mode');
    expect(sent).toEqual([{ mode: 'simulate' }]);
  });

  it('reports a failed change and keeps the rule’s state', async () => {
    const user = await open(
      http.patch(`${RULES}/password-guessing`, () => refuse(404, { message: 'Gone.' })),
    );
    const mode = (await frame('Detection Rules: Brute force')).getByLabelText(
      'Mode of password-guessing',
    );
    await user.selectOptions(mode, 'Off');
    expect(await findToast('Failed to update the rule')).toHaveTextContent('Gone.');
    await waitFor(() => expect(mode).toHaveValue('on'));
  });

  describe('allowlist', () => {
    it('shows added entries and the fixed entries of the configuration', async () => {
      await open();
      expect((await cellsOf('Allowlist', '198.51.100.0/24')).slice(0, 3)).toEqual([
        '198.51.100.0/24',
        'The office',
        '21 Nov 2026, 14:02 WIB',
      ]);
      expect((await cellsOf('Allowlist', '127.0.0.1/32')).slice(1, 3)).toEqual([
        '–',
        'From configuration',
      ]);
      const buttons = (await frame('Allowlist')).getAllByRole('button');
      expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
        'Remove 198.51.100.0/24 from the allowlist',
      ]);
    });

    it('adds an address with its note', async () => {
      const sent: unknown[] = [];
      const user = await open(
        http.post(ALLOWLIST, async ({ request }) => {
          sent.push(await request.json());
          return ok(makeAllowed({ network: '203.0.113.7' }));
        }),
      );
      await user.click(await screen.findByRole('button', { name: 'Add' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Add to the allowlist' }));
      await user.type(dialog.getByLabelText('Address or network'), ' 203.0.113.7 ');
      await user.type(dialog.getByLabelText('Note (optional)'), 'A monitor');
      await user.click(dialog.getByRole('button', { name: 'Add' }));
      expect(await findToast('Allowlist updated')).toHaveTextContent(
        'Rules will no longer block 203.0.113.7.',
      );
      expect(sent).toEqual([{ network: '203.0.113.7', note: 'A monitor' }]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it('rejects an invalid address and shows the server’s message at the field', async () => {
      const message = 'A network cannot be larger than /8 (IPv4) or /16 (IPv6).';
      const details = [{ path: 'network', message }];
      const user = await open(
        http.post(ALLOWLIST, () => refuse(400, { message, code: 'VALIDATION_FAILED', details })),
      );
      await user.click(await screen.findByRole('button', { name: 'Add' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Add to the allowlist' }));
      await user.type(dialog.getByLabelText('Address or network'), 'office');
      await user.click(dialog.getByRole('button', { name: 'Add' }));
      expect(await dialog.findByText('Please enter a valid IP address.')).toBeVisible();
      await user.clear(dialog.getByLabelText('Address or network'));
      await user.type(dialog.getByLabelText('Address or network'), '10.0.0.0/7');
      await user.click(dialog.getByRole('button', { name: 'Add' }));
      expect(await dialog.findByText(message)).toBeVisible();
    });

    it('asks for confirmation before removing an entry', async () => {
      const sent: unknown[] = [];
      const user = await open(
        http.delete(ALLOWLIST, async ({ request }) => {
          sent.push(await request.json());
          return ok(null);
        }),
      );
      const name = 'Remove 198.51.100.0/24 from the allowlist';
      const remove = (await frame('Allowlist')).getByRole('button', { name });
      const answer = async (button: string) => {
        await user.click(remove);
        const question = within(await screen.findByRole('dialog', { name }));
        await user.click(question.getByRole('button', { name: button }));
      };
      await answer('Cancel');
      expect(sent).toEqual([]);
      await answer('Remove');
      expect(await findToast('Allowlist updated')).toBeVisible();
      expect(sent).toEqual([{ network: '198.51.100.0/24' }]);
    });
  });
});
