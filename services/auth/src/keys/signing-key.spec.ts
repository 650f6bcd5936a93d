import { generateKeyPairSync } from 'node:crypto';
import { DEVELOPMENT_KEY } from '../config.js';
import { readSigningKeys } from './signing-key.js';

const pem = (key: { export(o: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();

describe(readSigningKeys.name, () => {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it('reads the same key from PEM, single-line PEM and JWK', async () => {
    const forms = [
      pem(key),
      pem(key).replaceAll('\n', '\\n'),
      JSON.stringify(key.export({ format: 'jwk' })),
      ` ${DEVELOPMENT_KEY} `,
    ];
    const read = async (text: string) => (await readSigningKeys(text)).current;
    const [one, two, three, development] = await Promise.all(forms.map(read));

    expect([one?.kid, two?.kid]).toEqual([three?.kid, three?.kid]);
    expect(development?.kid).not.toBe(three?.kid);
  });

  it('publishes no private part of the key', async () => {
    const { publicJwks } = await readSigningKeys(pem(key));
    expect(publicJwks).toHaveLength(1);
    expect(Object.keys(publicJwks[0]).sort()).toEqual([
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
  });

  it('signs with the first of several keys and publishes all of them', async () => {
    const next = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const [before, after] = await Promise.all([
      readSigningKeys(`${pem(key)},${pem(next)}`),
      readSigningKeys(`${pem(next)},${pem(key)}`.replaceAll('\n', '\\n')),
    ]);
    expect(before.current.kid).not.toBe(after.current.kid);
    expect(after.publicJwks).toEqual([...before.publicJwks].reverse());
    expect(after.publicJwks.map(({ kid }) => kid)).toEqual([after.current.kid, before.current.kid]);
  });

  it('rejects other keys without quoting the input', async () => {
    for (const text of ['hunter2-not-a-key', `${pem(key)},`]) {
      await expect(readSigningKeys(text)).rejects.toThrow(
        /^JWT_SIGNING_KEY is neither a PEM nor a JWK private key$/,
      );
    }
    const others = [
      generateKeyPairSync('ed25519').privateKey,
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
    ];
    for (const other of others) {
      await expect(readSigningKeys(pem(other))).rejects.toThrow('must be a P-256 key');
    }
  });
});
