import { z } from 'zod';

export const OWN_ORIGIN = 'own';

/** Used unescaped in URLs and file names of the stage; `own` is reserved. */
const name = z
  .string()
  .max(31)
  .regex(/^[a-z0-9](-?[a-z0-9])*$/)
  .refine((text) => text !== OWN_ORIGIN);
const secret = z.string().min(1);
/** Region of workers. Becomes part of the names of their Deployment and pods. */
export const regionName = z
  .string()
  .max(20)
  .regex(/^[a-z0-9](-?[a-z0-9])*$/);
const workerRegion = regionName.optional();

/** Bucket of any S3-compatible store. Keys have the same form as in the image store: `PREFIXchunks/ab/ab….zst`. */
const bucketOrigin = z.strictObject({
  name,
  /** Must be reachable by a VPS because presigned URLs point to it. */
  endpoint: z.url({ protocol: /^https?$/ }),
  bucket: z.string().min(1),
  region: z.string().min(1).default('us-east-1'),
  prefix: z
    .string()
    .regex(/^([\w.-]+\/)*$/)
    .default(''),
  /** Key with permission to read, write and list. */
  access_key_id: z.string().min(1),
  secret_access_key: secret,
  /** Region whose workers are near this origin's clients. */
  worker_region: workerRegion,
});

/** CDN or web server that serves the chunks under the same keys as a bucket. */
const urlOrigin = z.strictObject({
  name,
  /** URL prefix of `chunks/ab/ab….zst`. */
  url: z.url({ protocol: /^https?$/ }).regex(/^[^?#]*\/$/),
  /** Signs the URLs, see chunk-url.ts; unsigned if absent. */
  secret: secret.optional(),
  worker_region: workerRegion,
});

const origin = z.union([bucketOrigin, urlOrigin]);
export type ImageOrigin = z.infer<typeof origin>;
export type BucketOrigin = z.infer<typeof bucketOrigin>;
export type UrlOrigin = z.infer<typeof urlOrigin>;

/** The preflight measures each origin for some seconds. */
const MAX_ORIGINS = 6;

const SHAPE =
  'must have a name (a-z, 0-9 and hyphens, not own) and either url (ending with /; secret), or endpoint, bucket, access_key_id and secret_access_key (region, prefix); worker_region where workers stand near it';

/**
 * Image origins in addition to our gateway, as a JSON list in order of preference until a VPS has measured them.
 * Empty if there are none. Errors never quote the value because it contains secrets.
 */
export const imageOrigins = z
  .string()
  .default('')
  .transform((text, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    const list = text.trim() === '' ? [] : parsed(text);
    if (!Array.isArray(list)) return refuse('must be a list in JSON');
    if (list.length > MAX_ORIGINS) return refuse(`must have ${MAX_ORIGINS} origins at most`);
    const origins: ImageOrigin[] = [];
    for (const [at, one] of list.entries()) {
      const { data } = origin.safeParse(one);
      if (!data) return refuse(`${SHAPE}: not so the one at place ${at + 1}`);
      if (origins.some(({ name }) => name === data.name))
        return refuse(`must name ${data.name} once`);
      origins.push(data);
    }
    return origins;
  });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

export const isBucket = (one: ImageOrigin): one is BucketOrigin => 'bucket' in one;

export const originAddress = (one: ImageOrigin): string => (isBucket(one) ? one.endpoint : one.url);

/** Identifies the storage location of an origin. A copy recorded for another location does not count. */
export const describeOrigin = (one: ImageOrigin): string =>
  isBucket(one) ? `${one.endpoint.replace(/\/$/, '')}/${one.bucket}/${one.prefix}` : one.url;
