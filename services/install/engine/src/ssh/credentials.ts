import { z } from 'zod';

/** What signs in to a VPS: a password, a key, or both. */
export interface VpsCredentials {
  /** Of the user that signs in; sudo is answered with it too. Empty where a key is enough. */
  password: string;
  /** As openPrivateKey returns it. */
  key: string | null;
}

const packed = z.object({ password: z.string(), key: z.string().nullable() });

/**
 * The one text that is sealed. A password alone stays what it always was, so that a worker of the version before
 * reads it; and erasing the one erases the other.
 */
export const packCredentials = ({ password, key }: VpsCredentials): string =>
  key === null && !password.startsWith('{') ? password : JSON.stringify({ password, key });

export function unpackCredentials(text: string): VpsCredentials {
  const alone = { password: text, key: null };
  if (!text.startsWith('{')) return alone;
  try {
    const { success, data } = packed.safeParse(JSON.parse(text));
    return success ? data : alone;
  } catch {
    return alone;
  }
}

/** Everything of them that no text may hold: of the key each line, since any part of it may be printed. */
export const secretsOf = ({ password, key }: VpsCredentials): string[] => [
  password,
  ...(key?.split('\n').filter((line) => line !== '' && !line.startsWith('-----')) ?? []),
];
