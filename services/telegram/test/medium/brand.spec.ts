import { waitFor } from '@casement/common/testing/wait-for.js';
import { LONG_WAIT, TelegramFixture } from '../support/telegram-fixture.js';

/** PNG of 1 × 1 pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('brand', () => {
  let fixture: TelegramFixture;
  beforeAll(async () => {
    fixture = await TelegramFixture.open();
  });
  afterAll(() => fixture.close());

  const change = (version: number, name: string) =>
    fixture.app.nats.publish('auth.brand.changed.v1', {
      version,
      name,
      accent: '#a3003c',
      logo: { png: PIXEL, width: 96, height: 96 },
      mailSenderName: 'Acme Help',
    });
  const helpNames = (name: string) =>
    waitFor(async () => {
      const answer = await fixture.send(fixture.newPerson(), '/help');
      return answer?.includes(`your ${name} notifications`);
    }, LONG_WAIT);

  it('names the product in the bot’s answers after a change', async () => {
    await helpNames('Casement');
    await change(1, 'A & B');
    await helpNames('A & B');
  });

  it('ignores an overtaken change', async () => {
    await change(5, 'Acme');
    await helpNames('Acme');
    await change(4, 'Old');
    await change(6, 'New');
    await helpNames('New');
    const [brand] = await fixture.app.database.query<{ version: number }>(
      'SELECT version FROM brand',
    );
    expect(brand).toEqual({ version: 6 });
  });

  it('sends mails with name and colour', async () => {
    await change(7, 'Acme & Sons');
    await helpNames('Acme & Sons');
    const userId = fixture.newUser();
    const { email } = fixture.environment.peers.users.get(userId)!;
    await fixture.paid(userId, 'BRAND-1');
    const mail = await waitFor(
      async () => (await fixture.environment.mails()).find(({ to }) => to[0]?.address === email),
      LONG_WAIT,
    );
    expect(mail.html).toContain('Acme &amp; Sons');
    expect(mail.html).toContain('a { color: #a3003c; }');
    expect(mail.html).not.toContain('Casement');
  });
});
