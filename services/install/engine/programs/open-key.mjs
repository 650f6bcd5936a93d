// Opens one private key in a separate process because the key's author chose how long that takes (bcrypt rounds,
// PBKDF2 iterations). Reads { text, passphrase } from stdin. Prints { key } in a form that ssh2 reads without a
// passphrase, or { problem }.
import { createPrivateKey, randomBytes } from 'node:crypto';
import { json } from 'node:stream/consumers';
import ssh2 from 'ssh2';

const { text, passphrase } = await json(process.stdin);

/** @returns a KeyObject or the problem */
function open() {
  const parsed = ssh2.utils.parseKey(text, passphrase || undefined);
  if (!(parsed instanceof Error)) {
    const [key] = [parsed].flat();
    return key.isPrivateKey() ? createPrivateKey(key.getPrivatePEM()) : 'public';
  }
  if (/no passphrase given/i.test(parsed.message)) return 'passphrase-required';
  if (/passphrase/i.test(parsed.message)) return 'passphrase-wrong';
  // ssh2 does not read PKCS#8.
  if (!/BEGIN (ENCRYPTED )?PRIVATE KEY/.test(text)) return 'unreadable';
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch (error) {
    if (!text.includes('BEGIN ENCRYPTED')) return 'unreadable';
    return passphrase ? 'passphrase-wrong' : 'passphrase-required';
  }
}

const sized = (data) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([size, Buffer.from(data)]);
};

/** Encodes the key as unencrypted OpenSSH PROTOCOL.key, the only form in which ssh2 reads ed25519. */
function openSshPem(key) {
  const { d, x } = key.export({ format: 'jwk' });
  const [secret, open] = [d, x].map((part) => Buffer.from(part, 'base64url'));
  const type = sized('ssh-ed25519');
  const check = randomBytes(4);
  const pair = [check, check, type, sized(open), sized(Buffer.concat([secret, open])), sized('')];
  const padding = (8 - (Buffer.concat(pair).length % 8)) % 8;
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(sized),
    Buffer.from([0, 0, 0, 1]),
    sized(Buffer.concat([type, sized(open)])),
    sized(Buffer.concat([...pair, Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, padding))])),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g);
  return [
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    ...lines,
    '-----END OPENSSH PRIVATE KEY-----',
    '',
  ].join('\n');
}

function answer() {
  const key = open();
  if (typeof key === 'string') return { problem: key };
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return { key: openSshPem(key) };
    case 'rsa':
      return { key: key.export({ type: 'pkcs1', format: 'pem' }) };
    case 'ec':
      return { key: key.export({ type: 'sec1', format: 'pem' }) };
    default:
      return { problem: 'kind' };
  }
}

const print = (result) => process.stdout.write(JSON.stringify(result));

try {
  const opened = answer();
  // ssh2 rejects keys on curves that SSH does not support.
  const isUsable = opened.problem || !(ssh2.utils.parseKey(opened.key) instanceof Error);
  print(isUsable ? opened : { problem: 'kind' });
} catch {
  // Library errors about a broken file are not presentable and may quote the key.
  print({ problem: 'unreadable' });
}
