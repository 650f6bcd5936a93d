import { storeFailure } from './s3-failures.js';

const AT = { endpoint: 'https://s3.example.com:9000', bucket: 'images' };
const connection = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const answer = (name: string, httpStatusCode: number) =>
  Object.assign(new Error(), { name, $metadata: { httpStatusCode } });

describe(storeFailure, () => {
  it.each([
    [
      connection('ECONNREFUSED'),
      'The object store s3.example.com:9000 is not responding (ECONNREFUSED).',
    ],
    [
      connection('SELF_SIGNED_CERT_IN_CHAIN'),
      'The certificate of the object store s3.example.com:9000 is not trusted (SELF_SIGNED_CERT_IN_CHAIN).',
    ],
    [
      connection('CERT_HAS_EXPIRED'),
      'The certificate of the object store s3.example.com:9000 is not trusted (CERT_HAS_EXPIRED).',
    ],
    [
      Object.assign(new Error(), { name: 'TimeoutError' }),
      'The object store s3.example.com:9000 is not responding (TimeoutError).',
    ],
    [
      answer('SignatureDoesNotMatch', 403),
      'The object store s3.example.com:9000 rejected the access key’s secret.',
    ],
    [
      answer('PermanentRedirect', 301),
      'The bucket images on s3.example.com:9000 is in another region.',
    ],
    [answer('InternalError', 500), 'The object store s3.example.com:9000 returned status 500.'],
  ])('explains %s', (error, message) => {
    expect(storeFailure(error, AT)).toMatchObject({ name: 'ImageRefused', message, cause: error });
  });

  it('returns a missing object, a job’s abort and other errors unchanged', () => {
    const abort = Object.assign(new Error(), { name: 'AbortError' });
    for (const error of [answer('NoSuchKey', 404), abort, new TypeError('a defect')]) {
      expect(storeFailure(error, AT)).toBe(error);
    }
  });
});
