import { resolve4 } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { WebhookFailure, WebhookTry } from '@casement/proto/http/install/webhooks/webhooks.js';
import { InstallConfig } from '../../config.js';
import { signedHeaders } from './signing.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Maximum stored length of a response. */
const MAX_ANSWER_CHARACTERS = 2_000;

export interface Message {
  url: string;
  /** `whsec_…` secrets, the current one first. */
  secrets: readonly string[];
  eventId: string;
  payload: string;
}

export interface SendResult extends WebhookTry {
  answer: string | null;
}

class SendError extends Error {
  constructor(readonly failure: WebhookFailure) {
    super(failure);
  }
}

/** Posts one event to one endpoint, once. Connects only to public addresses and follows no redirects. */
@Injectable()
export class WebhookSender {
  private readonly addresses: AddressPolicy;

  constructor(private readonly config: InstallConfig) {
    this.addresses = new AddressPolicy({
      allowed: config.WEBHOOK_ALLOWED_NETWORKS,
      own: config.INSTALL_OWN_ADDRESSES,
    });
  }

  /** @throws the reason of `stop` */
  async send(message: Message, stop: AbortSignal): Promise<SendResult> {
    const at = new Date();
    const began = performance.now();
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = AbortSignal.any([limit, stop]);
    const tried = (status: number | null, failure: WebhookFailure | null, answer = '') => ({
      at: at.toISOString(),
      took: Math.round(performance.now() - began),
      status,
      failure,
      answer: answer || null,
    });
    try {
      const response = await rejectOnAbort(this.post(message, at, signal), signal);
      const answer = await readBeginning(response);
      stop.throwIfAborted();
      const { statusCode: status = 0 } = response;
      return tried(status, failureOfStatus(status), answer);
    } catch (error) {
      stop.throwIfAborted();
      return tried(null, limit.aborted ? 'timeout' : failureOf(error as Error));
    }
  }

  private async post(message: Message, at: Date, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(message.url);
    const isHttps = url.protocol === 'https:';
    if (!isHttps && this.config.NODE_ENV === 'production') throw new SendError('https_required');
    const address = await allowedAddress(url.hostname, this.addresses);
    if (address === null) throw new SendError('no_public_address');
    const pinned: LookupFunction = (_name, { all }, done) =>
      all ? done(null, [{ address, family: 4 }]) : done(null, address, 4);
    const body = Buffer.from(message.payload);
    const options: RequestOptions = {
      method: 'POST',
      lookup: pinned,
      // Disables connection pooling because the address must be the one that was just checked.
      agent: false,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'Casement-Webhooks/1',
        ...signedHeaders(message.secrets, { id: message.eventId, body: message.payload, at }),
      },
    };
    return new Promise((resolve, reject) => {
      const call = isHttps ? requestHttps(url, options) : requestHttp(url, options);
      call.once('response', resolve);
      call.on('error', reject);
      call.end(body);
    });
  }
}

/**
 * Returns the address to connect to. All addresses of the host must be allowed. The caller connects to exactly this
 * address, because a second lookup could return another one. Uses DNS without the `hosts` file, because the system's
 * lookup has only four threads, which one user's slow name server could occupy.
 * @returns `null` if the host has no IPv4 address or a refused one. The reason is never reported because it would
 * reveal names of our own network.
 */
async function allowedAddress(
  hostname: string,
  policy: Pick<AddressPolicy, 'check'>,
): Promise<string | null> {
  // URLs contain IPv6 addresses in brackets, and the policy refuses them.
  const isLiteral = isIP(hostname) !== 0 || hostname.startsWith('[');
  const found = isLiteral ? [hostname] : await resolve4(hostname).catch(() => []);
  const [first] = found;
  return first !== undefined && found.every((one) => policy.check(one).ok) ? first : null;
}

/** Rejects as soon as the signal aborts. Needed because a DNS lookup ignores the signal. */
async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** Reads the beginning of the body. The status decides the result, so an endless or incomplete body has no effect. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The endpoint or the timeout ended the body.
  } finally {
    response.destroy();
  }
  const text = Buffer.concat(pieces).toString('utf8');
  return text.replace(/[^\P{Cc}\t\n]/gu, '').slice(0, MAX_ANSWER_CHARACTERS);
}

function failureOfStatus(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'status';
}

const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|ETIMEDOUT)$/;
/** Codes of Node.js and OpenSSL for a failed TLS handshake. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;

function failureOf(error: NodeJS.ErrnoException): WebhookFailure {
  if (error instanceof SendError) return error.failure;
  const { code = '' } = error;
  if (UNREACHABLE.test(code)) return 'unreachable';
  return CERTIFICATE.test(code) ? 'certificate' : 'no_answer';
}
