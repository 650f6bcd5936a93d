import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets created on the first start and stored, because the data that they protect outlives a restart. */
export interface Secrets {
  /** PEM (PKCS #8), EC P-256. Signs access tokens. */
  jwtSigningKey: string;
  /** `id:base64` of 32 bytes. Encrypts root and RDP passwords at rest. */
  dataEncryptionKey: string;
  /**
   * Key from which other secrets are derived: the passwords of databases and of NATS users, the gateway's log secret, and
   * the sandbox's keys of Midtrans and Stripe.
   */
  databaseKey: string;
  tripay: { apiKey: string; privateKey: string; merchantCode: string };
  binance: { apiKey: string; apiSecret: string; receiverId: string };
  /** Tokens of the two bots that the sandbox simulates. */
  telegram: { botToken: string; backupBotToken: string };
  /** Present until it was shown in the first ready message. */
  adminPassword?: string;
}

/** Loads the secrets of this data folder. Generates missing ones, readable only by their owner. */
export function loadSecrets(dataDir: string): Secrets {
  const file = fileIn(dataDir);
  if (!existsSync(file)) saveSecrets(dataDir, generate());
  chmodSync(file, 0o600);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  const secrets = { ...stored, telegram: stored.telegram ?? generateBots() } as Secrets;
  // The stored secrets predate the bots, so their tokens have just been generated.
  if (!stored.telegram) saveSecrets(dataDir, secrets);
  return secrets;
}

/** Removes the generated password after it was shown. From then on only its hash exists. */
export function forgetAdminPassword(dataDir: string, secrets: Secrets): void {
  if (secrets.adminPassword === undefined) return;
  const remaining = { ...secrets };
  delete remaining.adminPassword;
  saveSecrets(dataDir, remaining);
}

function saveSecrets(dataDir: string, secrets: Secrets): void {
  const draft = `${fileIn(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(dataDir));
}

export const databasePassword = (secrets: Secrets, role: string): string => derive(secrets, role);

/**
 * Derives the password of a service's NATS user. Starts with a letter because NATS parses some hexadecimal words as
 * numbers.
 */
export const natsPassword = (secrets: Secrets, service: string): string =>
  `p${derive(secrets, `nats:${service}`)}`;

/** Secret by which security authenticates the gateway. */
export const midtransAccount = (secrets: Secrets) => ({
  serverKey: `SB-Mid-server-${derive(secrets, 'midtrans')}`,
});

export const stripeAccount = (secrets: Secrets) => ({
  secretKey: `sk_test_${derive(secrets, 'stripe')}`,
  webhookSecret: `whsec_${derive(secrets, 'stripe-webhook')}`,
});

export const gatewayLogSecret = (secrets: Secrets): string => derive(secrets, 'gateway-log');

function derive(secrets: Secrets, purpose: string): string {
  return createHmac('sha256', secrets.databaseKey).update(purpose).digest('hex').slice(0, 32);
}

/** Uses BotFather's format: the bot's id, a colon, 35 letters. */
function generateBots(): Secrets['telegram'] {
  const secret = () => `AA${randomBytes(25).toString('base64url').slice(0, 33)}`;
  return { botToken: `7000000001:${secret()}`, backupBotToken: `7000000002:${secret()}` };
}

function generate(): Secrets {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwtSigningKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    dataEncryptionKey: `1:${randomBytes(32).toString('base64')}`,
    databaseKey: hex(32),
    tripay: { apiKey: `DEV-${hex(20)}`, privateKey: hex(16), merchantCode: 'T0001' },
    binance: { apiKey: hex(32), apiSecret: hex(32), receiverId: '35000001' },
    telegram: generateBots(),
    adminPassword: randomBytes(12).toString('base64url'),
  };
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}
