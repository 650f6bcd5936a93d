import type { ChunkStore } from '../store/chunk-store.js';
import { S3ChunkStore } from '../store/s3-chunk-store.js';
import type { ReaderOptions } from './origin-reader.js';
import type { BucketOrigin } from './origin-settings.js';

/** Opens an origin's bucket for a background job. @throws ImageRefused STORE_* */
export async function withBucket(
  origin: BucketOrigin,
  { signal, patienceMs }: ReaderOptions,
  work: (bucket: ChunkStore) => Promise<void>,
): Promise<void> {
  const bucket = new S3ChunkStore({
    endpoint: origin.endpoint,
    region: origin.region,
    bucket: origin.bucket,
    prefix: origin.prefix,
    accessKeyId: origin.access_key_id,
    secretAccessKey: origin.secret_access_key,
    ...(patienceMs !== undefined && { patienceMs }),
  });
  try {
    await work(bucket.forJob(signal));
  } finally {
    bucket.close();
  }
}
