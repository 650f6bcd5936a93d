import { Redactor } from '@casement/common/platform/operations/redactor.js';
import { scriptedServer, type ScriptedAnswer } from '@casement/common/testing/scripted-server.js';
import { BillingConfig } from '../../config.js';
import { TripayClient } from './tripay.client.js';

const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head></html>`;
const html = { 'content-type': 'text/html; charset=UTF-8' };

/** Returns the result of a connection test as Operations shows it. */
async function test(baseUrl: string, timeoutMs: number): Promise<string> {
  const config = {
    TRIPAY_BASE_URL: `${baseUrl}/api`,
    TRIPAY_API_KEY: 'key',
    TRIPAY_TIMEOUT_MS: timeoutMs,
    TRIPAY_CALLBACK_NETWORKS: [] as string[],
  } as BillingConfig;
  const answer = await new TripayClient(config)
    .test()
    .catch((error: unknown) => new Redactor([]).redactError(error));
  return answer.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
}

/**
 * Answers observed from Tripay or from Cloudflare in front of it. The others are documented at
 * tripay.co.id/developer.
 */
const TABLE: [name: string, answer: ScriptedAnswer, message: string][] = [
  [
    'the payment methods',
    { body: '{"success":true,"message":"Success","data":[{"code":"QRIS"}]}' },
    'HOST: 200, payment methods: 1 (QRIS)',
  ],
  [
    'a wrong key',
    { status: 401, body: '{"success":false,"message":"Invalid API Key"}' },
    'HOST: 401, Invalid API Key',
  ],
  [
    // Documented answer to an address that is not on the merchant's list.
    'an address that is not allowed',
    { status: 403, body: '{"success":false,"message":"Unauthorized IP"}' },
    'HOST: 403, Unauthorized IP',
  ],
  [
    // nekoding/tripay issue 6.
    'a wrong signature',
    { status: 400, body: '{"success":false,"message":"Invalid signature"}' },
    'HOST: 400, Invalid signature',
  ],
  [
    // ibnux/phpmixbill issue 43: refusal with status 200.
    'a rejection with status 200',
    { body: '{"success":false,"message":"Invalid customer email"}' },
    'HOST: 200, Invalid customer email',
  ],
  [
    // joshstar/AniList-API-Docs issue 23: Cloudflare's challenge in front of an API.
    "Cloudflare's challenge",
    { status: 403, headers: html, body: page('Just a moment...') },
    'HOST: HTTP 403 with a web page ("Just a moment...") instead of JSON. A network in between may block the API.',
  ],
  [
    "Cloudflare's page for a server that is down",
    { status: 521, headers: html, body: page('tripay.co.id | 521: Web server is down') },
    'HOST: HTTP 521 with a web page ("tripay.co.id | 521: Web server is down") instead of JSON. A network in between may block the API.',
  ],
  [
    "Cloudflare's text for a server that is down",
    { status: 522, body: 'error code: 522' },
    'HOST: HTTP 522, cut off or not JSON',
  ],
  [
    'a server error with JSON',
    { status: 500, body: '{"message":"Server Error"}' },
    'HOST: HTTP 500: the provider reported an internal error',
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://tripay.co.id/login' } },
    'HOST: HTTP 302, a redirect to tripay.co.id. The API never redirects: a network in between may block it.',
  ],
  ['JSON of another API', { body: '[]' }, 'HOST: HTTP 200 with unexpected JSON'],
  ['no content', { status: 204 }, 'HOST: HTTP 204 without content'],
  ['JSON that ends early', { body: '{"success":true,"da' }, 'HOST: HTTP 200, cut off or not JSON'],
  [
    'a truncated body',
    { body: '{"success":true', fault: 'truncated' },
    'HOST: the answer is shorter than announced (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
  ],
  [
    'a connection reset',
    { fault: 'reset' },
    'HOST: the connection was reset, by the other side or by a network in between (ECONNRESET)',
  ],
  ['no response', { fault: 'silent' }, 'HOST: it did not answer in time'],
];

describe('Tripay connection test', () => {
  it.each(TABLE)('explains %s', async (_name, answer, message) => {
    const server = await scriptedServer(answer);
    expect(await test(server.url, answer.fault === 'silent' ? 100 : 30_000)).toBe(message);
    await server.close();
  });
});
