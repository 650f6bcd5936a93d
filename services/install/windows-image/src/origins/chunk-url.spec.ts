import { execFileSync } from 'node:child_process';
import { chunkUrl, URL_SECONDS } from './chunk-url.js';

const HASH = 'ab'.repeat(32);
const NOW = new Date('2026-01-02T03:04:05Z');
const BUCKET = {
  name: 'jakarta',
  endpoint: 'https://s3.example.com',
  bucket: 'images',
  region: 'ap-southeast-3',
  prefix: 'casement/',
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG',
};

describe(chunkUrl.name, () => {
  it('presigns a bucket key for some minutes without revealing the secret', async () => {
    const url = new URL(await chunkUrl(BUCKET, HASH, NOW));
    expect(url.origin + url.pathname).toBe(
      `https://s3.example.com/images/casement/chunks/ab/${HASH}.zst`,
    );
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIDEXAMPLE/20260102/ap-southeast-3/s3/aws4_request',
      'X-Amz-Date': '20260102T030405Z',
      'X-Amz-Expires': String(URL_SECONDS),
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(url.href).not.toContain('wJalr');
  });

  it('keeps the path of an endpoint', async () => {
    const url = await chunkUrl({ ...BUCKET, endpoint: 'https://example.com/s3/' }, HASH, NOW);
    expect(url).toContain(`https://example.com/s3/images/casement/chunks/ab/${HASH}.zst?`);
  });

  it('is unsigned for a web server without a secret', async () => {
    const url = await chunkUrl({ name: 'cdn', url: 'https://cdn.example.com/i/' }, HASH, NOW);
    expect(url).toBe(`https://cdn.example.com/i/chunks/ab/${HASH}.zst`);
  });

  it('signs path and time with HMAC-SHA256, as verified by Cloudflare', async () => {
    const cdn = { name: 'cdn', url: 'https://cdn.example.com/i/', secret: 'a secret' };
    const { pathname, search, searchParams } = new URL(await chunkUrl(cdn, HASH, NOW));
    // printf '/i/chunks/ab/….zst1767323045' | openssl dgst -sha256 -hmac 'a secret' -binary | openssl base64
    const mac = execFileSync('openssl', ['dgst', '-sha256', '-hmac', 'a secret', '-binary'], {
      input: `${pathname}1767323045`,
    }).toString('base64');
    expect(searchParams.get('verify')).toBe(`1767323045-${mac}`);
    expect(search.startsWith('?verify=')).toBe(true);
  });
});
