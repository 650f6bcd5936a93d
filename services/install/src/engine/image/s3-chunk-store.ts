import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { isHash, type ChunkStore } from './chunk-store.js';
import { decodeManifest, encodeManifest, type ImageManifest } from './manifest.js';

export interface S3Settings {
  /** `https://host[:port]` of any S3-compatible store. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before every key, `casement/` for one; empty for none. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_MS = 10_000;
/** Without a byte in either direction. */
const SILENCE_MS = 60_000;
/** Manifests of very large images; nothing else is read into memory. */
const LARGEST_MANIFEST = 64 * 2 ** 20;

/** `chunks/ab/ab….zst` and `manifests/….json` in one bucket. The bucket has to be there, and private. */
export class S3ChunkStore implements ChunkStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;

  constructor({ endpoint, region, bucket, prefix, accessKeyId, secretAccessKey }: S3Settings) {
    this.bucket = bucket;
    this.prefix = prefix;
    this.client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // The bucket in the path: a store of one's own rarely has a name and a certificate for each bucket.
      forcePathStyle: true,
      // Newer checksums are not known to every compatible store; a chunk's name is its checksum anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    });
  }

  async putChunk(zstdSha256: string, content: Buffer): Promise<void> {
    if (await this.hasChunk(zstdSha256)) return;
    await this.put(chunkKey(zstdSha256), content, 'application/zstd');
  }

  async hasChunk(zstdSha256: string): Promise<boolean> {
    const head = new HeadObjectCommand({
      Bucket: this.bucket,
      Key: this.prefix + chunkKey(zstdSha256),
    });
    return (await orNull(this.client.send(head))) !== null;
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
    if (found.size > LARGEST_MANIFEST) {
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

  /** Closes its connections. */
  close(): void {
    this.client.destroy();
  }

  private async put(key: string, body: Buffer, type: string): Promise<void> {
    const { bucket: Bucket, prefix } = this;
    await this.client.send(
      new PutObjectCommand({ Bucket, Key: prefix + key, Body: body, ContentType: type }),
    );
  }

  private async open(key: string): Promise<{ size: number; content: Readable } | null> {
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: this.prefix + key });
    const found = await orNull(this.client.send(get));
    if (!found?.Body || found.ContentLength === undefined) return null;
    return { size: found.ContentLength, content: found.Body as Readable };
  }

  private async delete(key: string): Promise<void> {
    const { bucket: Bucket, prefix } = this;
    await orNull(this.client.send(new DeleteObjectCommand({ Bucket, Key: prefix + key })));
  }

  private async *hashes(folder: string, ending: string): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const list = new ListObjectsV2Command({
        Bucket: this.bucket,
        Prefix: this.prefix + folder,
        ...(token && { ContinuationToken: token }),
      });
      const page = await this.client.send(list);
      for (const { Key = '' } of page.Contents ?? []) {
        const hash = Key.slice(Key.lastIndexOf('/') + 1, -ending.length);
        if (Key.endsWith(ending) && isHash(hash)) yield hash;
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token);
  }
}

const chunkKey = (hash: string): string => `chunks/${hash.slice(0, 2)}/${hash}.zst`;
const manifestKey = (hash: string): string => `manifests/${hash}.json`;

/** A missing object is an answer, a missing bucket is not. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'NoSuchKey' || name === 'NotFound') return null;
    throw error;
  }
}
