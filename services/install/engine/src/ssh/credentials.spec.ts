import { packCredentials, secretsOf, unpackCredentials } from './credentials.js';

const KEY =
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nu1SU1LfVLPHCozMxH2Mo\n-----END RSA PRIVATE KEY-----\n';

describe(packCredentials.name, () => {
  it.each([
    ['a password', 'root-pass', null],
    ['a password that looks like packed credentials', '{"password":"a","key":"b"}', null],
    ['a password that begins like packed credentials', '{', null],
    ['a key', '', KEY],
    ['a password and a key', 'p', KEY],
  ])('round-trips %s', (_, password, key) => {
    expect(unpackCredentials(packCredentials({ password, key }))).toEqual({ password, key });
  });

  it('stores a password without a key in the plain format of the previous version', () => {
    expect(packCredentials({ password: 'root-pass', key: null })).toBe('root-pass');
    expect(unpackCredentials('{"old": 1}')).toEqual({ password: '{"old": 1}', key: null });
  });
});

describe(secretsOf.name, () => {
  it('returns the password and every line of the key', () => {
    expect(secretsOf({ password: 'p', key: KEY })).toEqual([
      'p',
      'MIIEpAIBAAKCAQEA',
      'u1SU1LfVLPHCozMxH2Mo',
    ]);
  });
});
