import { ImageRefused, type ImageFailureCode } from '../image-failures.js';

/** SDK error: the store's code as name, the response status, or the system's error code. */
interface S3Error {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Codes common to all stores. The status by itself does not distinguish a wrong secret from a missing permission. */
const CODES: Readonly<Record<string, ImageFailureCode>> = {
  NoSuchBucket: 'STORE_BUCKET_MISSING',
  InvalidAccessKeyId: 'STORE_KEY_UNKNOWN',
  SignatureDoesNotMatch: 'STORE_SECRET_WRONG',
  AccessDenied: 'STORE_FORBIDDEN',
  AuthorizationHeaderMalformed: 'STORE_REGION_WRONG',
  PermanentRedirect: 'STORE_REGION_WRONG',
  RequestTimeTooSkewed: 'STORE_CLOCK_WRONG',
};

/** Statuses of stores that send no code. */
const STATUSES: Readonly<Record<number, ImageFailureCode>> = {
  401: 'STORE_KEY_UNKNOWN',
  403: 'STORE_FORBIDDEN',
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

export const isMissingObject = (error: unknown): boolean => (error as S3Error).name === 'NoSuchKey';

/** Translates an error for administrators. Other errors are returned unchanged. */
export function storeFailure(error: unknown, at: { endpoint: string; bucket: string }): unknown {
  const { name = '', code, $metadata } = error as S3Error;
  if (isMissingObject(error) || name === 'AbortError') return error;
  const status = $metadata?.httpStatusCode;
  const values = { host: new URL(at.endpoint).host, bucket: at.bucket };
  if (status !== undefined) {
    const known = CODES[name] ?? STATUSES[status];
    return known
      ? new ImageRefused(known, values, { cause: error })
      : new ImageRefused('STORE_ANSWERED', { ...values, status }, { cause: error });
  }
  if (code === undefined && name !== 'TimeoutError') return error;
  const reason = code ?? name;
  return CERTIFICATE.test(reason)
    ? new ImageRefused('STORE_CERTIFICATE', { ...values, reason }, { cause: error })
    : new ImageRefused('STORE_UNREACHABLE', { ...values, reason }, { cause: error });
}
