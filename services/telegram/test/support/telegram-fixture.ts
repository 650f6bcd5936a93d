import { newId } from '@casement/common/data/database/new-id.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testApp, type TestApp, type TestAppOptions } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { BotStatus, TelegramStatus } from '@casement/proto/http/telegram/telegram.js';
import { startMailCatcher } from '@casement/sandbox/mail-catcher/mail-catcher.js';
import { startTelegramSandbox } from '@casement/sandbox/telegram/telegram-sandbox.js';
import { noTelegramFaults } from '@casement/sandbox/telegram/telegram-types.js';
import { telegram } from '../../src/telegram.service-definition.js';
import { FakePeers } from './fake-peers.js';

export const PRIMARY = 'CasementBot';
export const BACKUP = 'CasementBackupBot';
/** Path of each bot in the administration routes. */
const PATHS = { [PRIMARY]: 'telegram-bot', [BACKUP]: 'telegram-backup-bot' };
export const SECRETS = [
  'AAprimary-secret-primary-secret-pri',
  'AAbackup-secret-backup-secret-backup',
];
const TOKENS = [`7000000001:${SECRETS[0]}`, `7000000002:${SECRETS[1]}`];

/** Limit of waits that normally end much earlier; it only ends a test that hangs. */
export const LONG_WAIT = { timeoutMs: 60_000 };

interface Mail {
  to: { address: string }[];
  subject: string;
  text: string;
  html: string;
}

/** Fakes of the service's external dependencies: Telegram, a mail server and the other services. */
export class TestEnvironment {
  private constructor(
    readonly sandbox: Awaited<ReturnType<typeof startTelegramSandbox>>,
    readonly peers: FakePeers,
    private readonly mailUrl: string,
    readonly env: Record<string, string>,
    private readonly closeMails: () => Promise<void>,
  ) {}

  static async open(): Promise<TestEnvironment> {
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
    return new TestEnvironment(sandbox, peers, mailUrl, env, () => mails.close());
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

/** The service in its test environment, with functions that act as users and administrators. */
export class TelegramFixture {
  private constructor(
    readonly app: TestApp,
    readonly environment: TestEnvironment,
  ) {}

  static async open(options: TestAppOptions = {}): Promise<TelegramFixture> {
    const environment = await TestEnvironment.open();
    const env = { ...environment.env, ...options.env };
    return new TelegramFixture(await testApp(telegram, { ...options, env }), environment);
  }

  get world() {
    return this.environment.world;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.environment.close();
  }

  /** Prepares the next test: all dependencies work and both bots are running. */
  async recover(): Promise<void> {
    this.environment.peers.down = false;
    for (const bot of [PRIMARY, BACKUP]) Object.assign(this.world.faults(bot), noTelegramFaults());
    for (const [bot, path] of Object.entries(PATHS)) {
      const { problem, isRunning } = await this.botStatus(path);
      if (!isRunning && problem === null) {
        await this.admin('post', `/admin/${path}/start`).expect(200);
      }
      // Waits until a failure of a request in flight has been recorded, so that it does not affect the next test.
      await this.send(this.newPerson(), '/help', bot);
      await waitFor(async () => {
        const state = await this.botStatus(path);
        return state.isRunning && state.problem === null;
      }, LONG_WAIT);
    }
  }

  async botStatus(path: string): Promise<BotStatus> {
    const { body, text } = await this.admin('get', `/admin/${path}/status`).expect(200);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    return (body as { data: BotStatus }).data;
  }

  /** Creates a user of Casement with a verified address. */
  newUser(name = 'ann'): string {
    const userId = newId();
    const email = `${name}-${userId.slice(-6)}@example.com`;
    this.environment.peers.users.set(userId, { username: name, email, isVerified: true });
    return userId;
  }

  /** Creates a person in Telegram with an ID above 32 bits. */
  newPerson(firstName = 'Ann', username?: string): number {
    nextPerson += 1;
    this.world.addPerson({ id: nextPerson, firstName, ...(username && { username }) });
    return nextPerson;
  }

  /** Returns the bot's messages to a person, oldest first. */
  messagesTo(person: number, bot = PRIMARY): string[] {
    return this.world
      .chat(bot, person)
      .messages.filter(({ from }) => from === 'bot')
      .map(({ text }) => text);
  }

  /** Sends a message to the bot and waits for the answer. */
  async send(person: number, text: string, bot = PRIMARY): Promise<string> {
    const before = this.messagesTo(person, bot).length;
    this.world.say(bot, person, text);
    await waitFor(() => this.messagesTo(person, bot).length > before, LONG_WAIT);
    return this.messagesTo(person, bot).at(-1) ?? '';
  }

  async newCode(userId: string): Promise<{ url: string; code: string }> {
    const { body } = await this.app.http
      .post('/api/user/connect-telegram')
      .set(this.app.as({ userId }))
      .expect(200);
    const url = body.data.telegramBotUrl as string;
    return { url, code: new URL(url).searchParams.get('start') ?? '' };
  }

  /** Creates a user with a linked Telegram account. */
  async linked(name?: string): Promise<{ userId: string; person: number }> {
    const userId = this.newUser(name);
    const person = this.newPerson();
    const { code } = await this.newCode(userId);
    expect(await this.send(person, `/start ${code}`)).toContain('Connected.');
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
      `SELECT kind, status, channel, error FROM notice WHERE user_id = $1 AND kind <> 'reply' ORDER BY id`,
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
      payableAmount: 227_325,
    });
  }

  /** @param expiresInMs relative to now; negative for a past time */
  async expiring(userId: string, reference: string, expiresInMs: number): Promise<void> {
    await this.app.nats.publish('billing.topup.expiring.v1', {
      topupId: newId(),
      userId,
      reference,
      quantity: 5,
      finalAmount: 225_000,
      payableAmount: 227_325,
      expiredTime: Math.floor((Date.now() + expiresInMs) / 1000),
    });
  }

  async install(
    userId: string,
    status: string,
    more: Partial<
      Record<'installId' | 'failureCode' | 'failureMessage' | 'failureCure', string> & {
        desktop: boolean;
        linux: boolean;
        free: boolean;
      }
    > = {},
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
