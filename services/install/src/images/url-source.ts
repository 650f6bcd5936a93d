import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isImportUrl } from '@casement/proto/http/install/windows/images.js';
import type { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { Bytes } from '@casement/windows-image/formats/byte-stream.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { OpenSource } from './file-source.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const SILENCE_MS = 60_000;

export interface UrlOptions {
  addresses: Pick<AddressPolicy, 'check'>;
  maxSize: number;
  signal?: AbortSignal;
  silenceMs?: number;
}

/**
 * Opens a file at a URL. Every host on the way, including redirects, is resolved once and checked by the address
 * policy. The connection uses exactly the address that was checked. Errors name only the host.
 *
 * @throws ImageRefused
 */
export async function openUrl(address: string, options: UrlOptions): Promise<OpenSource> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await get(url, options);
    const { statusCode: status = 0, headers } = response;
    if (REDIRECTS.includes(status) && headers.location) {
      response.destroy();
      url = redirected(url, headers.location);
      continue;
    }
    try {
      return opened(response, url, options);
    } catch (error) {
      response.destroy();
      throw error;
    }
  }
  throw new ImageRefused('SOURCE_REDIRECTS', { host: url.host });
}

/** Refuses redirects from https to http, because an attacker on the path could replace the image. */
function redirected(from: URL, location: string): URL {
  const refused = new ImageRefused('SOURCE_REDIRECTS', { host: from.host });
  if (!URL.canParse(location, from.href)) throw refused;
  const to = new URL(location, from);
  if (!isImportUrl(to.href)) throw refused;
  if (from.protocol === 'https:' && to.protocol !== 'https:') throw refused;
  return to;
}

async function get(url: URL, options: UrlOptions): Promise<IncomingMessage> {
  const { addresses, signal, silenceMs = SILENCE_MS } = options;
  const { host } = url;
  const ip = await allowedAddress(url.hostname, host, addresses);
  // Prevents a second lookup, which could return another address.
  const pinned: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address: ip, family: 4 }]) : done(null, ip, 4);
  const how = {
    lookup: pinned,
    agent: false,
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'casement-import' },
    ...(signal && { signal }),
  };
  return new Promise((resolve, reject) => {
    const call = url.protocol === 'https:' ? requestHttps(url, how) : requestHttp(url, how);
    let response: IncomingMessage | undefined;
    call.setTimeout(silenceMs, () => {
      const seconds = Math.ceil(silenceMs / 1000);
      // Reports the real reason to the reader instead of a truncated response.
      (response ?? call).destroy(new ImageRefused('SOURCE_STALLED', { host, seconds }));
    });
    call.once('response', (answer) => {
      response = answer;
      resolve(answer);
    });
    call.on('error', (cause: Error) => reject(asRefusal(cause, host)));
    call.end();
  });
}

/** Returns an address of the host if the policy allows all of its addresses. */
async function allowedAddress(
  hostname: string,
  host: string,
  addresses: UrlOptions['addresses'],
): Promise<string> {
  // URLs contain IPv6 addresses in brackets.
  if (isIP(hostname) === 0 && !hostname.startsWith('[')) {
    const found = await lookup(hostname, { family: 4, all: true }).catch((cause: unknown) => {
      throw new ImageRefused('HOST_UNKNOWN', { host }, { cause });
    });
    const refused = found.some(({ address }) => !addresses.check(address).ok);
    if (!refused && found[0]) return found[0].address;
  } else {
    const verdict = addresses.check(hostname);
    if (verdict.ok) return verdict.address;
  }
  throw new ImageRefused('ADDRESS_REFUSED', { host });
}

function opened(response: IncomingMessage, url: URL, { maxSize }: UrlOptions): OpenSource {
  const { host } = url;
  const { statusCode: status = 0, headers } = response;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (status !== 200 || encoding !== 'identity') {
    throw new ImageRefused('SOURCE_ANSWERED', { host, status });
  }
  const length = headers['content-length'];
  // A body with neither header ends with the connection, so a truncated file could not be detected.
  if (length === undefined && headers['transfer-encoding'] === undefined) {
    throw new ImageRefused('SOURCE_UNMEASURED', { host });
  }
  const size = length === undefined ? null : Number(length);
  const limit = Math.floor(maxSize / 2 ** 30);
  if (size !== null && size > maxSize) throw new ImageRefused('SOURCE_TOO_LARGE', { limit });
  const close = () => {
    response.destroy();
    return Promise.resolve();
  };
  return { bytes: bounded(response, host, maxSize), size, close };
}

async function* bounded(
  response: IncomingMessage,
  host: string,
  maxSize: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of response as Bytes) {
      bytes += piece.length;
      if (bytes > maxSize) {
        throw new ImageRefused('SOURCE_TOO_LARGE', { limit: Math.floor(maxSize / 2 ** 30) });
      }
      yield piece;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Node.js error codes for a body that ended before its Content-Length.
    if (code === 'ECONNRESET' || code === 'HPE_INVALID_EOF_STATE') {
      throw new ImageRefused('SOURCE_CUT_SHORT', { bytes }, { cause: error });
    }
    throw asRefusal(error as Error, host);
  }
}

function asRefusal(error: NodeJS.ErrnoException, host: string): Error {
  if (error instanceof ImageRefused) return error;
  const { code, name } = error;
  if (name === 'AbortError' || code === undefined) return error;
  return new ImageRefused('SOURCE_UNREACHABLE', { host }, { cause: error });
}

/** Returns a URL without its query, which may contain a signature. */
export function shownUrl(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search && '?…'}`;
}

/** Binds a sealed URL to its job, so that it cannot be opened in another row. */
export const sealedUrlContext = (jobId: string): string => `image_job:${jobId}:source`;
