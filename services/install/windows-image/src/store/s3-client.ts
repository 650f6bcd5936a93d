import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { storeFailure } from './s3-failures.js';
import { RetryFor } from './s3-retry.js';

export interface S3Settings {
  /** `https://host[:port]` of any S3-compatible store; `http://` only within a private network. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before every key, `casement/` for one; empty for none. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long a job waits for a store that does not answer, in ms; two minutes unless given. */
  patienceMs?: number;
  /** How long a request waits without a byte in either direction, in ms; a minute unless given. */
  silenceMs?: number;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;
/** Of very large images; nothing larger is read into memory. */
export const MAX_MANIFEST_BYTES = 64 * 2 ** 20;

/**
 * A client as every compatible store takes it. Without `patienceMs` it gives up after three attempts in less than a
 * second, as calls need it that someone waits for.
 */
export function s3Client(settings: S3Settings, patienceMs?: number): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, silenceMs = SILENCE_MS } = settings;
  const config: S3ClientConfig = {
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // The bucket in the path: a store of one's own rarely has a name and a certificate for each bucket.
    forcePathStyle: true,
    // Newer checksums are not known to every compatible store; a chunk's name is its checksum anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
  };
  const isPatient = patienceMs !== undefined;
  if (isPatient) config.retryStrategy = new RetryFor(patienceMs);
  const client = new S3Client(config);
  if (isPatient) readBodiesWithin(client);
  explainFailures(client, settings);
  return client;
}

/** Outermost: after the last attempt. */
function explainFailures(client: S3Client, settings: S3Settings): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw storeFailure(error, settings);
      }
    },
    { step: 'initialize', priority: 'high', name: 'explainFailures' },
  );
}

/** Reads each answer to its end where the SDK still tries again: a body that breaks off is asked for once more. */
function readBodiesWithin(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body?: unknown; headers: Record<string, string> };
      const length = Number(response.headers['content-length'] ?? 0);
      if (response.body instanceof Readable && length <= MAX_MANIFEST_BYTES) {
        response.body = Readable.from([await buffer(response.body)], { objectMode: false });
      }
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'readBodies' },
  );
}
