import { scriptedServer, type ScriptedAnswer } from '@casement/common/testing/scripted-server.js';
import { BotApi } from './bot-api.js';
import { BotApiError, reasonOf } from './bot-api.errors.js';

const TOKEN = '6014188971:AAFakeFakeFakeFakeFakeFakeFakeFake';
const html = { 'content-type': 'text/html' };
const refusal = (code: number, description: string, parameters?: object): ScriptedAnswer => ({
  status: code,
  body: JSON.stringify({ ok: false, error_code: code, description, parameters }),
});
const NO_JSON = 'Telegram returned something other than JSON: a network in between may block it';

/** Returns the text that administrators see after getMe has failed with this response. */
async function reason(answer: ScriptedAnswer): Promise<string> {
  const server = await scriptedServer(answer);
  const timeoutMs = answer.fault === 'silent' ? 100 : 30_000;
  const api = new BotApi({ token: TOKEN, apiRoot: server.url, timeoutMs });
  const text = await api.getMe().then(
    ({ username }) => `@${username}`,
    (error: unknown) => `${(error as BotApiError).problem}: ${reasonOf(error as BotApiError)}`,
  );
  await server.close();
  return text;
}

/** Answers observed from Telegram's Bot API or from a network in front of it. */
const TABLE: [name: string, answer: ScriptedAnswer, message: string][] = [
  [
    'the bot',
    {
      body: '{"ok":true,"result":{"id":1,"is_bot":true,"username":"shop_bot","first_name":"Shop"}}',
    },
    '@shop_bot',
  ],
  // eternnoir/pyTelegramBotAPI issue 168.
  [
    'a wrong token',
    refusal(401, 'Unauthorized'),
    'unauthorized: Bot token not configured or invalid',
  ],
  // telegraf/telegraf issue 478.
  [
    'a malformed token',
    refusal(404, 'Not Found'),
    'unauthorized: Bot token not configured or invalid',
  ],
  [
    'another poller',
    refusal(409, 'Conflict: terminated by other getUpdates request'),
    'conflict: 409: Conflict: terminated by other getUpdates request',
  ],
  [
    'a rate limit',
    refusal(429, 'Too Many Requests: retry after 35', { retry_after: 35 }),
    'flooded: 429: Too Many Requests: retry after 35',
  ],
  [
    'a blocked bot',
    refusal(403, 'Forbidden: bot was blocked by the user'),
    'blocked: 403: Forbidden: bot was blocked by the user',
  ],
  // telegraf/telegraf issue 1100, yagop/node-telegram-bot-api issue 634.
  ['502 with JSON', refusal(502, 'Bad Gateway'), 'unreachable: 502: Answer'],
  // nickoala/telepot issue 31: nginx error page.
  [
    '502 with an HTML page',
    {
      status: 502,
      headers: html,
      body: '<html><head><title>502 Bad Gateway</title></head></html>',
    },
    'unreachable: 502: Answer',
  ],
  // telegraf/telegraf issue 1851.
  [
    '400 with an HTML page',
    {
      status: 400,
      headers: html,
      body: '<html><head><title>400 Bad Request</title></head></html>',
    },
    `unreachable: ${NO_JSON}`,
  ],
  [
    "a provider's page with status 200",
    { headers: html, body: '<html>blocked</html>' },
    `unreachable: ${NO_JSON}`,
  ],
  ['no content', { status: 200 }, `unreachable: ${NO_JSON}`],
  ['JSON that ends early', { body: '{"ok":tr' }, `unreachable: ${NO_JSON}`],
  // botgram/shell-bot issue 67, telegraf/telegraf issue 1023: blocked by the provider.
  [
    'a connection reset',
    { fault: 'reset' },
    'unreachable: Telegram could not be reached (ECONNRESET)',
  ],
  [
    'a redirect, which is not followed',
    { status: 307, headers: { location: '/elsewhere' }, body: '' },
    'unreachable: Telegram could not be reached (REDIRECTED)',
  ],
  ['no response', { fault: 'silent' }, 'unreachable: Telegram did not respond in time'],
];

describe('Telegram error reasons', () => {
  it.each(TABLE)('explain %s', async (_name, answer, message) => {
    expect(await reason(answer)).toBe(message);
  });

  it('never show the token', async () => {
    for (const [, answer] of TABLE) expect(await reason(answer)).not.toContain('AAFake');
  });
});
