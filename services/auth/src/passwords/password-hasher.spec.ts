import * as argon2 from '@node-rs/argon2';
import { hashSync } from 'bcryptjs';
import { PasswordHasher } from './password-hasher.js';

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...real, verify: jest.fn(real.verify) };
});

describe(PasswordHasher.name, () => {
  const sut = new PasswordHasher();
  const verify = jest.mocked(argon2.verify);
  const wrong = { matches: false, needsUpgrade: false };
  beforeEach(() => verify.mockClear());

  it('hashes with argon2id, 19456 KiB, 2 passes, 1 lane', async () => {
    expect(await sut.hash('Secret-1!')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('verifies the right password and rejects others', async () => {
    const stored = await sut.hash('Secret-1!');
    expect(await sut.verify(stored, 'Secret-1!')).toEqual({ matches: true, needsUpgrade: false });
    expect(await sut.verify(stored, 'Secret-2!')).toEqual(wrong);
  });

  it('costs one verification with equal parameters for an unknown account', async () => {
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

  it('rejects every password for a missing account or an invalid hash', async () => {
    expect(await sut.verify(undefined, '')).toEqual(wrong);
    expect(await sut.verify('unusable', 'unusable')).toEqual(wrong);
    expect(await sut.verify('', '')).toEqual(wrong);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it.each(['2a', '2b', '2y'])(
    'verifies a legacy $%s$ hash and requests an upgrade',
    async (kind) => {
      const stored = hashSync('Secret-1!', 4).replace(/^\$2\w\$/, `$${kind}$`);
      expect(await sut.verify(stored, 'Secret-1!')).toEqual({ matches: true, needsUpgrade: true });
      expect(await sut.verify(stored, 'Secret-2!')).toEqual(wrong);
    },
  );

  it.each([
    ['no account', () => undefined],
    ['argon2', () => sut.hash('Secret-1!')],
    ['cheaper argon2', () => argon2.hash('Secret-1!', { memoryCost: 4_096, timeCost: 1 })],
    ['bcrypt', () => hashSync('Secret-1!', 4)],
    ['an invalid hash', () => 'unusable'],
  ])(
    'costs one argon2 verification for %s, whether the password is right or wrong',
    async (_kind, make) => {
      const stored = await make();
      for (const password of ['Secret-1!', 'Secret-2!']) {
        verify.mockClear();
        await sut.verify(stored, password);
        expect(verify).toHaveBeenCalledTimes(1);
      }
    },
  );

  it('requests an upgrade of a cheaper argon2 hash', async () => {
    const cheap = await argon2.hash('Secret-1!', { memoryCost: 4_096, timeCost: 1 });
    expect(await sut.verify(cheap, 'Secret-1!')).toEqual({ matches: true, needsUpgrade: true });
    expect(await sut.verify(cheap, 'Secret-2!')).toEqual(wrong);
  });
});
