import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { partFile, type PartName, type PartStore } from './part-store.js';
import { s3Client, type S3Settings } from './s3-client.js';
import { isMissingObject } from './s3-failures.js';

/** Time limit of a job's retries; a restart of the store takes some seconds. */
const PATIENCE_MS = 120_000;

/**
 * Stores `uploads/ID/NUMBER-SHA256` in the bucket of the images. Each part is one object, which every compatible
 * store accepts.
 */
export class S3PartStore implements PartStore {
  private readonly bucket: string;
  private readonly root: string;
  /** Client for calls with a waiting caller, and another client for jobs, which retry through outages. */
  private readonly calls: S3Client;
  private readonly jobs: S3Client;

  constructor(settings: S3Settings) {
    this.bucket = settings.bucket;
    this.root = `${settings.prefix}uploads/`;
    this.calls = s3Client(settings);
    this.jobs = s3Client(settings, settings.patienceMs ?? PATIENCE_MS);
  }

  free(): Promise<null> {
    return Promise.resolve(null);
  }

  async put(upload: string, part: PartName, content: Buffer): Promise<void> {
    const Key = this.key(upload, part);
    await this.calls.send(
      new PutObjectCommand({
        Bucket: this.bucket,
        Key,
        Body: content,
        ContentType: 'application/octet-stream',
      }),
    );
  }

  async read(upload: string, part: PartName): Promise<Buffer | null> {
    const get = new GetObjectCommand({ Bucket: this.bucket, Key: this.key(upload, part) });
    try {
      const { Body } = await this.jobs.send(get);
      return Body ? Buffer.from(await Body.transformToByteArray()) : null;
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw error;
    }
  }

  async remove(upload: string): Promise<void> {
    for await (const Key of this.list(`${this.root}${upload}/`)) {
      await this.jobs.send(new DeleteObjectCommand({ Bucket: this.bucket, Key }));
    }
  }

  /** Derived from the ordered keys of all parts because stores differ in listing by folder. */
  async *uploads(): AsyncIterable<string> {
    let last: string | undefined;
    for await (const key of this.list(this.root)) {
      const id = key.slice(this.root.length, key.lastIndexOf('/'));
      if (id !== last) yield id;
      last = id;
    }
  }

  close(): void {
    this.calls.destroy();
    this.jobs.destroy();
  }

  private async *list(prefix: string): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.jobs.send(
        new ListObjectsV2Command({
          Bucket: this.bucket,
          Prefix: prefix,
          ...(token && { ContinuationToken: token }),
        }),
      );
      for (const { Key } of page.Contents ?? []) if (Key) yield Key;
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token);
  }

  private key(upload: string, part: PartName): string {
    return `${this.root}${upload}/${partFile(part)}`;
  }
}
