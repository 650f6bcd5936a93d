/** Fields that may contain a secret. Redacted one and two levels deep in every log line. */
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
const pathIn = (parent: string, name: string) =>
  /^\w+$/.test(name) ? `${parent}.${name}` : `${parent}${quoted(name)}`;

/**
 * `code` is redacted only in nested objects: at the top level it is an error code (NOT_FOUND), in a nested object it
 * may be a verification code from a mail.
 */
export const redaction = {
  paths: names.flatMap((name) => [
    ...(name === 'code' ? [] : [quoted(name)]),
    pathIn('*', name),
    pathIn('*.*', name),
  ]),
  censor: '[redacted]',
};

/** Matches a path segment that looks like one of our tokens (43 base64url characters) but not like a SHA-256. */
const TOKEN = /(?<=\/)(?![0-9a-f]+(?:\/|$))[\w-]{40,}(?=\/|$)/g;

/** @example withoutTokens('/api/auth/validate-reset-token/kq3…') // '/api/auth/validate-reset-token/[token]' */
export const withoutTokens = (path: string): string => path.replace(TOKEN, '[token]');
