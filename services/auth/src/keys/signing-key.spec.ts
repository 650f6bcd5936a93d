import { generateKeyPairSync } from 'node:crypto';
import { DEVELOPMENT_KEY } from '../config.js';
import { readSigningKey } from './signing-key.js';

const pem = (key: { export(o: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();

describe(readSigningKey.name, () => {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it('reads the same key from PEM, single-line PEM and JWK', async () => {
    const forms = [
      pem(key),
      pem(key).replaceAll('\n', '\\n'),
      JSON.stringify(key.export({ format: 'jwk' })),
      ` ${DEVELOPMENT_KEY} `,
    ];
    const [one, two, three, development] = await Promise.all(forms.map(readSigningKey));

    expect([one?.kid, two?.kid]).toEqual([three?.kid, three?.kid]);
    expect(development?.kid).not.toBe(three?.kid);
  });

  it('publishes no private part of the key', async () => {
    const { publicJwk } = await readSigningKey(pem(key));
    expect(Object.keys(publicJwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('rejects other keys without quoting the input', async () => {
    await expect(readSigningKey('hunter2-not-a-key')).rejects.toThrow(
      /^JWT_SIGNING_KEY is neither a PEM nor a JWK private key$/,
    );
    const others = [
      generateKeyPairSync('ed25519').privateKey,
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
    ];
    for (const other of others) {
      await expect(readSigningKey(pem(other))).rejects.toThrow('must be a P-256 key');
    }
  });
});
