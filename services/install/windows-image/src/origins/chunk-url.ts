import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { createHmac } from 'node:crypto';
import { chunkKey } from '../store/chunk-store.js';
import {
  isBucket,
  type BucketOrigin,
  type ImageOrigin,
  type UrlOrigin,
} from './origin-settings.js';

/**
 * Validity of a chunk URL. URLs are requested for every chunk and attempt. Long enough for clocks that differ by
 * minutes, too short to be shared.
 */
export const URL_SECONDS = 300;

/** Returns the URL of a chunk, which needs no token and is valid for URL_SECONDS. */
export async function chunkUrl(origin: ImageOrigin, hash: string, now: Date): Promise<string> {
  return isBucket(origin) ? presigned(origin, hash, now) : linked(origin, hash, now);
}

/** Signs the query with AWS Signature Version 4, path-style as in s3-client.ts. */
async function presigned(origin: BucketOrigin, hash: string, now: Date): Promise<string> {
  const endpoint = new URL(origin.endpoint);
  const signer = new SignatureV4({
    service: 's3',
    region: origin.region,
    credentials: {
      accessKeyId: origin.access_key_id,
      secretAccessKey: origin.secret_access_key,
    },
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: false,
  });
  const base = endpoint.pathname.replace(/\/$/, '');
  const request = new HttpRequest({
    method: 'GET',
    path: `${base}/${origin.bucket}/${origin.prefix}${chunkKey(hash)}`,
    headers: { host: endpoint.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  });
  const { path, query } = await signer.presign(request, {
    expiresIn: URL_SECONDS,
    signingDate: now,
  });
  return `${endpoint.origin}${path}?${new URLSearchParams(query as Record<string, string>).toString()}`;
}

/**
 * Signs path and time with HMAC-SHA256, matching Cloudflare's `is_timed_hmac_valid_v0("SECRET", http.request.uri,
 * 300, http.request.timestamp.sec, 8)`. Unsigned if the origin has no secret.
 */
function linked({ url, secret }: UrlOrigin, hash: string, now: Date): string {
  const address = new URL(url + chunkKey(hash));
  if (!secret) return address.href;
  const issued = Math.floor(now.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${address.pathname}${issued}`).digest('base64');
  return `${address.href}?verify=${issued}-${encodeURIComponent(mac)}`;
}
