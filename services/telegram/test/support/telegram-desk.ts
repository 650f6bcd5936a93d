import { newId } from '@casement/common/database/new-id.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testApp, type TestApp, type TestAppOptions } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { TelegramStatus } from '@casement/proto/http/telegram.js';
import { startMailCatcher } from '../../../../deploy/local/src/mail-catcher/mail-catcher.js';
import { startTelegramSandbox } from '../../../../deploy/local/src/sandbox/telegram/telegram-sandbox.js';
import { telegram } from '../../src/telegram.service-definition.js';
import { FakePeers } from './fake-peers.js';

export const PRIMARY = 'CasementBot';
export const BACKUP = 'CasementBackupBot';
export const SECRETS = [
  'AAprimary-secret-primary-secret-pri',
  'AAbackup-secret-backup-secret-backup',
];
const TOKENS = [`7000000001:${SECRETS[0]}`, `7000000002:${SECRETS[1]}`];

/** Waits are for conditions; this ends only a test that hangs. */
export const PATIENCE = { timeoutMs: 60_000 };

interface Mail {
  to: { address: string }[];
  subject: string;
  text: string;
}

/** Everything around the service: a Telegram, a mail server, its neighbours. */
export class Surroundings {
  private constructor(
    readonly sandbox: Awaited<ReturnType<typeof startTelegramSandbox>>,
    readonly peers: FakePeers,
    private readonly mailUrl: string,
    readonly env: Record<string, string>,
    private readonly closeMails: () => Promise<void>,
  ) {}

  static async open(): Promise<Surroundings> {
    const sandbox = await startTelegramSandbox([
      { token: TOKENS[0], username: PRIMARY, firstName: 'Casement' },
      { token: TOKENS[1], username: BACKUP, firstName: 'Casement Backup' },
    ]);
    const peers = await FakePeers.start();
    const ports = { web: await freePort(), smtp: await freePort() };
    const mails = await startMailCatcher(ports);
    const env = {
      ...peers.env,
      SMTP_URL: mails.smtpUrl,
      TELEGRAM_API_ROOT: sandbox.url,
      TELEGRAM_BOT_TOKEN: TOKENS[0],
      TELEGRAM_BACKUP_BOT_TOKEN: TOKENS[1],
      TELEGRAM_POLL_SECONDS: '1',
      TELEGRAM_TIMEOUT_MS: '3000',
      TELEGRAM_RETRY_MS: '20',
      TELEGRAM_MESSAGES_PER_SECOND: '500',
      TELEGRAM_CHAT_PAUSE_MS: '10',
      TELEGRAM_PROGRESS_MS: '50',
      TELEGRAM_FALLBACK_MS: '0',
      LEASE_MS: '1000',
    };
    const mailUrl = `http://127.0.0.1:${ports.web}/email`;
    return new Surroundings(sandbox, peers, mailUrl, env, () => mails.close());
  }

  get world() {
    return this.sandbox.world;
  }

  async mails(): Promise<Mail[]> {
    return (await (await fetch(this.mailUrl)).json()) as Mail[];
  }

  async close(): Promise<void> {
    await this.closeMails();
    this.peers.close();
    await this.sandbox.close();
  }
}

let nextPerson = 6_000_000_001;

/** The service on its surroundings, and people who use it. */
export class TelegramDesk {
  private constructor(
    readonly app: TestApp,
    readonly around: Surroundings,
  ) {}

  static async open(options: TestAppOptions = {}): Promise<TelegramDesk> {
    const around = await Surroundings.open();
    const env = { ...around.env, ...options.env };
    return new TelegramDesk(await testApp(telegram, { ...options, env }), around);
  }

  get world() {
    return this.around.world;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.around.close();
  }

  /** A user of Casement with a verified address. */
  newUser(name = 'ann'): string {
    const userId = newId();
    const email = `${name}-${userId.slice(-6)}@example.com`;
    this.around.peers.users.set(userId, { username: name, email, isVerified: true });
    return userId;
  }

  /** Somebody in Telegram, with an id above 32 bits. */
  newPerson(firstName = 'Ann', username?: string): number {
    nextPerson += 1;
    this.world.addPerson({ id: nextPerson, firstName, ...(username && { username }) });
    return nextPerson;
  }

  /** What the bot has written to a person, oldest first. */
  told(person: number, bot = PRIMARY): string[] {
    return this.world
      .chat(bot, person)
      .messages.filter(({ from }) => from === 'bot')
      .map(({ text }) => text);
  }

  /** Says something, and waits for the answer. */
  async say(person: number, text: string, bot = PRIMARY): Promise<string> {
    const before = this.told(person, bot).length;
    this.world.say(bot, person, text);
    await waitFor(() => this.told(person, bot).length > before, PATIENCE);
    return this.told(person, bot).at(-1) ?? '';
  }

  /** A fresh link to the bot, and what is behind `start=`. */
  async newCode(userId: string): Promise<{ url: string; code: string }> {
    const { body } = await this.app.http
      .post('/api/user/connect-telegram')
      .set(this.app.as({ userId }))
      .expect(200);
    const url = body.data.telegramBotUrl as string;
    return { url, code: new URL(url).searchParams.get('start') ?? '' };
  }

  /** A user who has connected a Telegram account. */
  async linked(name?: string): Promise<{ userId: string; person: number }> {
    const userId = this.newUser(name);
    const person = this.newPerson();
    const { code } = await this.newCode(userId);
    expect(await this.say(person, `/start ${code}`)).toContain('Connected.');
    return { userId, person };
  }

  async status(userId: string) {
    const { body } = await this.app.http
      .get('/api/auth/telegram/status')
      .set(this.app.as({ userId }))
      .expect(200);
    return (body as { data: TelegramStatus }).data;
  }

  admin(method: 'get' | 'post', path: string) {
    return this.app.http[method](`/api${path}`).set(this.app.as({ admin: true }));
  }

  notices(userId: string) {
    return this.app.database.query<{
      status: string;
      channel: string;
      error: string;
      kind: string;
    }>(
      `SELECT kind, status, channel, error FROM notice WHERE user_id = $1 AND kind <> 'reply' ORDER BY seq`,
      [userId],
    );
  }

  async paid(userId: string, reference: string): Promise<void> {
    await this.app.nats.publish('billing.topup.paid.v1', {
      topupId: newId(),
      userId,
      reference,
      quantity: 5,
      finalAmount: 225_000,
    });
  }

  async install(
    userId: string,
    status: string,
    more: Partial<{ installId: string; failureMessage: string; failureCure: string }> = {},
  ): Promise<void> {
    await this.app.nats.publish('install.job.status-changed.v1', {
      installId: newId(),
      userId,
      ip: '203.0.113.5',
      previousStatus: 'pending',
      status,
      version: 2,
      failureCode: '',
      failureMessage: '',
      ...more,
    });
  }
}
