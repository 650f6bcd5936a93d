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
  /** Prefix of every key, such as `casement/`; may be empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Time limit of a job's retries in ms. Defaults to two minutes. */
  patienceMs?: number;
  /** Idle timeout of a request in ms. Defaults to one minute. */
  silenceMs?: number;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;
/** Size of the manifest of a very large image; larger ones are not read into memory. */
export const MAX_MANIFEST_BYTES = 64 * 2 ** 20;

/**
 * Returns a client with settings that every compatible store accepts. Without `patienceMs` it fails after three
 * attempts in less than a second because a caller is waiting.
 */
export function s3Client(settings: S3Settings, patienceMs?: number): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, silenceMs = SILENCE_MS } = settings;
  const config: S3ClientConfig = {
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Private stores rarely have a name and certificate per bucket.
    forcePathStyle: true,
    // Not every compatible store supports newer checksums, and a chunk's name is its checksum.
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

/** Adds the outermost middleware, which runs after the last attempt. */
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

/** Reads response bodies inside the SDK's retry loop, so that an interrupted body is retried. */
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
