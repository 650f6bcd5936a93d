import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { chunkKey, isHash, type ChunkStore } from './chunk-store.js';
import { ImageRefused } from '../image-failures.js';
import { decodeManifest, encodeManifest, type ImageManifest } from './manifest.js';
import { MAX_MANIFEST_BYTES, s3Client, type S3Settings } from './s3-client.js';
import { isMissingObject } from './s3-failures.js';

/** Time limit of a job's retries; a restart of the store takes some seconds. */
const PATIENCE_MS = 120_000;

/** Each request adds two listeners to the job's signal. */
const MAX_LISTENERS = 64;

/** Written and deleted by `check`; the next check overwrites leftovers. */
const WRITE_TEST = 'write-test';

/**
 * Stores `chunks/ab/ab….zst` and `manifests/….json` in an existing private bucket.
 *
 * Uses no HEAD requests because their responses have no body: a missing bucket would look like a missing object, and
 * a wrong key like a missing permission.
 * @throws ImageRefused from every method for problems of the store or its settings; AbortError after `signal`
 */
export class S3ChunkStore implements ChunkStore {
  private readonly bucket: string;
  private readonly prefix: string;
  private jobClient: S3Client | undefined;

  constructor(
    private readonly settings: S3Settings,
    private readonly client: S3Client = s3Client(settings),
    private readonly options: { abortSignal?: AbortSignal } = {},
  ) {
    this.bucket = settings.bucket;
    this.prefix = settings.prefix;
  }

  forJob(signal: AbortSignal): ChunkStore {
    setMaxListeners(MAX_LISTENERS, signal);
    this.jobClient ??= s3Client(this.settings, this.settings.patienceMs ?? PATIENCE_MS);
    return new S3ChunkStore(this.settings, this.jobClient, { abortSignal: signal });
  }

  /**
   * Tests every permission with a small object, because a store that refuses a large one just closes the connection.
   */
  async check(): Promise<void> {
    await this.client.send(
      new ListObjectsV2Command({ Bucket: this.bucket, MaxKeys: 1 }),
      this.options,
    );
    await this.put(WRITE_TEST, Buffer.from('x'), 'text/plain');
    if (!(await this.has(WRITE_TEST))) throw new ImageRefused('STORE_FAILED');
    await this.delete(WRITE_TEST);
  }

  async putChunk(zstdSha256: string, content: Buffer): Promise<void> {
    if (await this.hasChunk(zstdSha256)) return;
    await this.put(chunkKey(zstdSha256), content, 'application/zstd');
  }

  async hasChunk(zstdSha256: string): Promise<boolean> {
    return this.has(chunkKey(zstdSha256));
  }

  async openChunk(zstdSha256: string): Promise<{ size: number; content: Readable } | null> {
    if (!isHash(zstdSha256)) return null;
    return this.open(chunkKey(zstdSha256));
  }

  async deleteChunk(zstdSha256: string): Promise<void> {
    await this.delete(chunkKey(zstdSha256));
  }

  async *chunks(): AsyncIterable<string> {
    yield* this.hashes('chunks/', '.zst');
  }

  async putManifest(manifest: ImageManifest): Promise<string> {
    const { bytes, sha256 } = encodeManifest(manifest);
    await this.put(manifestKey(sha256), bytes, 'application/json');
    return sha256;
  }

  async readManifest(sha256: string): Promise<ImageManifest | null> {
    if (!isHash(sha256)) return null;
    const found = await this.open(manifestKey(sha256));
    if (!found) return null;
    if (found.size > MAX_MANIFEST_BYTES) {
      found.content.destroy();
      return null;
    }
    return decodeManifest(Buffer.concat(await found.content.toArray()), sha256);
  }

  async deleteManifest(sha256: string): Promise<void> {
    await this.delete(manifestKey(sha256));
  }

  async *manifests(): AsyncIterable<string> {
    yield* this.hashes('manifests/', '.json');
  }

  close(): void {
    this.client.destroy();
    this.jobClient?.destroy();
  }

  private async put(key: string, body: Buffer, type: string): Promise<void> {
    const put = new PutObjectCommand({ ...this.at(key), Body: body, ContentType: type });
    await this.client.send(put, this.options);
  }

  /** Requests one byte, so that an error response contains the reason. */
  private async has(key: string): Promise<boolean> {
    const get = new GetObjectCommand({ ...this.at(key), Range: 'bytes=0-0' });
    const found = await orNull(this.client.send(get, this.options));
    // The body is drained, so that the connection is reused.
    await found?.Body?.transformToByteArray();
    return found !== null;
  }

  private async open(key: string): Promise<{ size: number; content: Readable } | null> {
    const get = new GetObjectCommand(this.at(key));
    const found = await orNull(this.client.send(get, this.options));
    if (!found?.Body || found.ContentLength === undefined) return null;
    return { size: found.ContentLength, content: found.Body as Readable };
  }

  private async delete(key: string): Promise<void> {
    await orNull(this.client.send(new DeleteObjectCommand(this.at(key)), this.options));
  }

  private async *hashes(folder: string, ending: string): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const list = new ListObjectsV2Command({
        Bucket: this.bucket,
        Prefix: this.prefix + folder,
        ...(token && { ContinuationToken: token }),
      });
      const page = await this.client.send(list, this.options);
      for (const { Key = '' } of page.Contents ?? []) {
        const hash = Key.slice(Key.lastIndexOf('/') + 1, -ending.length);
        if (Key.endsWith(ending) && isHash(hash)) yield hash;
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token);
  }

  private at(key: string) {
    return { Bucket: this.bucket, Key: this.prefix + key };
  }
}

const manifestKey = (hash: string): string => `manifests/${hash}.json`;

/** Returns `null` for a missing object. A missing bucket, or a 404 by another server, is an error. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isMissingObject(error)) return null;
    throw error;
  }
}
