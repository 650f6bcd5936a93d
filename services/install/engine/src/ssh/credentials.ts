import { z } from 'zod';

export interface VpsCredentials {
  /** Password of the user, also used for sudo. Empty if a key is sufficient. */
  password: string;
  /** Private key as returned by openPrivateKey. */
  key: string | null;
}

const packed = z.object({ password: z.string(), key: z.string().nullable() });

/**
 * Serializes the credentials for sealing as one text, so that they are erased together. A password without a key
 * stays plain, as workers of the previous version expect.
 */
export const packCredentials = ({ password, key }: VpsCredentials): string =>
  key === null && !password.startsWith('{') ? password : JSON.stringify({ password, key });

export function unpackCredentials(text: string): VpsCredentials {
  const passwordOnly = { password: text, key: null };
  if (!text.startsWith('{')) return passwordOnly;
  try {
    const { success, data } = packed.safeParse(JSON.parse(text));
    return success ? data : passwordOnly;
  } catch {
    return passwordOnly;
  }
}

/** Returns the secrets to redact. A key is listed line by line because any part of it may be printed. */
export const secretsOf = ({ password, key }: VpsCredentials): string[] => [
  password,
  ...(key?.split('\n').filter((line) => line !== '' && !line.startsWith('-----')) ?? []),
];
