import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import ssh2 from 'ssh2';
import { sshKey } from '../testing/ssh-key.js';
import { openPrivateKey } from './private-key.js';

const PHRASE = 'sesame of the key';

const publicOf = (key: string) => {
  const parsed = ssh2.utils.parseKey(key);
  if (parsed instanceof Error) throw parsed;
  return [parsed].flat()[0].getPublicSSH().toString('base64');
};

/** Encodes DER elements shorter than 128 bytes. */
const der = (tag: number, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
};
const hex = (text: string) => Buffer.from(text, 'hex');

/**
 * Builds PKCS#8 with PBES2. OpenSSL derives the key with this number of iterations in one call, whatever the
 * passphrase.
 */
function encryptedPkcs8(iterations: number): string {
  const count = Buffer.alloc(4);
  count.writeInt32BE(iterations);
  const pbkdf2 = der(
    0x30,
    der(0x06, hex('2a864886f70d01050c')),
    der(0x30, der(0x04, Buffer.alloc(8, 1)), der(0x02, count)),
  );
  const aes256Cbc = der(0x30, der(0x06, hex('60864801650304012a')), der(0x04, Buffer.alloc(16, 2)));
  const pbes2 = der(0x30, der(0x06, hex('2a864886f70d01050d')), der(0x30, pbkdf2, aes256Cbc));
  const body = der(0x30, pbes2, der(0x04, Buffer.alloc(16, 3))).toString('base64');
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${body}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}

/** Lists the commands of this process's children without `ps`, which a minimal machine lacks. */
function commandsOfChildren(): string {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return pids.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).join('\n');
}

describe(openPrivateKey.name, () => {
  it.each([
    ['ed25519', ['-t', 'ed25519', '-N', '']],
    ['ed25519 with a passphrase', ['-t', 'ed25519', '-N', PHRASE]],
    ['RSA', ['-t', 'rsa', '-b', '2048', '-N', '']],
    ['RSA as PEM with a passphrase', ['-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', PHRASE]],
    ['RSA as PKCS#8', ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8', '-N', '']],
    ['ECDSA', ['-t', 'ecdsa', '-N', '']],
    ['ECDSA of 521 bits with a passphrase', ['-t', 'ecdsa', '-b', '521', '-N', PHRASE]],
    ['ECDSA as encrypted PKCS#8', ['-t', 'ecdsa', '-m', 'PKCS8', '-N', PHRASE]],
  ])('opens %s', async (_, options) => {
    const { text, open } = sshKey(...options);
    const opened = await openPrivateKey(text, PHRASE);
    expect(publicOf((opened as { key: string }).key)).toBe(open.split(' ')[1]);
  });

  it('converts ed25519 to the format written by OpenSSL', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(await openPrivateKey(text, '')).toHaveProperty('key');
  });

  it.each([
    ['text that is not a key', 'ssh-key', '', 'unreadable'],
    ['a truncated key', sshKey('-t', 'ed25519', '-N', '').text.slice(0, 200), '', 'unreadable'],
    [
      'damaged PEM',
      `-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----`,
      '',
      'unreadable',
    ],
    ['a public key', sshKey('-t', 'ed25519', '-N', '').open, '', 'public'],
    ['no passphrase', sshKey('-t', 'ed25519', '-N', PHRASE).text, '', 'passphrase-required'],
    ['a wrong passphrase', sshKey('-t', 'ed25519', '-N', PHRASE).text, 'x', 'passphrase-wrong'],
    [
      'no passphrase for PEM',
      sshKey('-t', 'rsa', '-m', 'PEM', '-N', PHRASE).text,
      '',
      'passphrase-required',
    ],
    [
      'a wrong passphrase for PEM',
      sshKey('-t', 'rsa', '-m', 'PEM', '-N', PHRASE).text,
      'x',
      'passphrase-wrong',
    ],
    [
      'a wrong passphrase for PKCS#8',
      sshKey('-t', 'rsa', '-m', 'PKCS8', '-N', PHRASE).text,
      'x',
      'passphrase-wrong',
    ],
    [
      'a curve that SSH does not support',
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      '',
      'kind',
    ],
    [
      'a key type that SSH does not support',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      '',
      'kind',
    ],
  ])('rejects %s', async (_, text, passphrase, problem) => {
    expect(await openPrivateKey(text, passphrase)).toEqual({ problem });
  });

  it('aborts opening a key with an expensive derivation', async () => {
    const { text } = sshKey('-t', 'ed25519', '-N', PHRASE, '-a', '40');
    expect(await openPrivateKey(text, PHRASE, 100)).toEqual({ problem: 'slow' });
  });

  it('kills the child during a single OpenSSL call that would take half an hour', async () => {
    const opening = openPrivateKey(encryptedPkcs8(2 ** 31 - 1), PHRASE, 1_000);
    // The kernel may omit a child from the list while it starts.
    while (!commandsOfChildren().includes('open-key')) await sleep(5);
    expect(await opening).toEqual({ problem: 'slow' });
    expect(commandsOfChildren()).not.toMatch(/open-key/);
  });

  it('rejects a wrong passphrase of a PKCS#8 key with few derivation iterations', async () => {
    expect(await openPrivateKey(encryptedPkcs8(1_000), PHRASE)).toEqual({
      problem: 'passphrase-wrong',
    });
  });
});
