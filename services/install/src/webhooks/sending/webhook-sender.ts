import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AddressPolicy } from '@casement/common/core/net/address-policy.js';
import type { WebhookFailure, WebhookTry } from '@casement/proto/http/webhooks.js';
import { InstallConfig } from '../../config.js';
import { allowedAddress } from './endpoint-addresses.js';
import { signedHeaders } from './signing.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Characters of an answer that are kept. */
const KEPT_ANSWER = 2_000;

export interface Message {
  url: string;
  /** `whsec_…`, the present one first. */
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

/** Posts one event to one endpoint, once. It connects to public addresses alone and follows no redirect. */
@Injectable()
export class WebhookSender {
  private readonly addresses: AddressPolicy;

  constructor(private readonly config: InstallConfig) {
    this.addresses = new AddressPolicy({
      allowed: config.WEBHOOK_ALLOWED_NETWORKS,
      own: config.INSTALL_OWN_ADDRESSES,
    });
  }

  /** @throws the reason of `stop`, once that is aborted */
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
      const response = await abortable(this.post(message, at, signal), signal);
      const answer = await beginningOf(response);
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
      // A connection of its own, so that its address is one that was just checked.
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

/** A lookup is not ended by a signal. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/**
 * The status line is the answer; of the body only the beginning is of interest, as far as it comes. An endless one, or one
 * that is cut, changes nothing.
 */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Cut by the endpoint, or by the limit of time.
  } finally {
    response.destroy();
  }
  const text = Buffer.concat(pieces).toString('utf8');
  return text.replace(/[^\P{Cc}\t\n]/gu, '').slice(0, KEPT_ANSWER);
}

function failureOfStatus(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'status';
}

const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|ETIMEDOUT)$/;
/** Node's and OpenSSL's codes of a handshake that did not come about. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;

function failureOf(error: NodeJS.ErrnoException): WebhookFailure {
  if (error instanceof SendError) return error.failure;
  const { code = '' } = error;
  if (UNREACHABLE.test(code)) return 'unreachable';
  return CERTIFICATE.test(code) ? 'certificate' : 'no_answer';
}
