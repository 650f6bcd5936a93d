import * as argon2 from '@node-rs/argon2';
import { PasswordHasher } from './password-hasher.js';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify) };
});

describe(PasswordHasher.name, () => {
  const sut = new PasswordHasher();
  const verify = jest.mocked(argon2.verify);
  beforeEach(() => verify.mockClear());

  it('hashes with argon2id, 19456 KiB, 2 passes, 1 lane', async () => {
    expect(await sut.hash('Secret-1!')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('recognises the password and no other', async () => {
    const stored = await sut.hash('Secret-1!');
    expect(await sut.verify(stored, 'Secret-1!')).toBe(true);
    expect(await sut.verify(stored, 'Secret-2!')).toBe(false);
  });

  it('costs one verification of equal settings for an unknown account too', async () => {
    const stored = await sut.hash('Secret-1!');
    await sut.verify(stored, 'wrong');
    await sut.verify(undefined, 'wrong');

    const settings = verify.mock.calls.map(([used]) =>
      String(used).split('$').slice(1, 4).join('$'),
    );
    expect(settings).toEqual(Array(2).fill('argon2id$v=19$m=19456,t=2,p=1'));
    const lengths = verify.mock.calls.map(([used]) => String(used).length);
    expect(lengths[0]).toBe(lengths[1]);
  });

  it('never lets anybody in without an account', async () => {
    expect(await sut.verify(undefined, '')).toBe(false);
  });
});
