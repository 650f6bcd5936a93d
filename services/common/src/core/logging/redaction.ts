/** Fields that may hold a secret, blanked one and two levels deep in every log line. */
const names = [
  'password',
  'passwd',
  'passwd_rdp',
  'passwd_vps',
  'password_vps',
  'rootPassword',
  'rdpPassword',
  'token',
  'accessToken',
  'refreshToken',
  'agentToken',
  'secret',
  'code',
  'authorization',
  'cookie',
  'set-cookie',
  'privateKey',
  'apiKey',
];

const quoted = (name: string) => (/^\w+$/.test(name) ? name : `["${name}"]`);
const under = (parent: string, name: string) =>
  /^\w+$/.test(name) ? `${parent}.${name}` : `${parent}${quoted(name)}`;

/** `code` is blanked only below the top: there it is ours (NOT_FOUND), below it may be a mail's. */
export const redaction = {
  paths: names.flatMap((name) => [
    ...(name === 'code' ? [] : [quoted(name)]),
    under('*', name),
    under('*.*', name),
  ]),
  censor: '[redacted]',
};

/** A part of a path that looks like a token of ours (43 letters of base64url), not like a SHA-256. */
const TOKEN = /(?<=\/)(?![0-9a-f]+(?:\/|$))[\w-]{40,}(?=\/|$)/g;

/** @example withoutTokens('/api/auth/validate-reset-token/kq3…') // '/api/auth/validate-reset-token/[token]' */
export const withoutTokens = (path: string): string => path.replace(TOKEN, '[token]');
