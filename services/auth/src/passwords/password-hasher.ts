import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';

/** OWASP's argon2id setting: 19 MiB, 2 passes, 1 lane; about 25 ms here. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** The hash of random bytes that were not kept, made with the same settings, so it costs the same to check. */
const UNKNOWN_USER_HASH = `${CURRENT}BIMZaL28t1G9mC8cpXjqiw$8yy2mOZ1kAllBAGj3zAq8ueaE7lUsNqVjOqextGE/Eo`;

export interface PasswordCheck {
  matches: boolean;
  /** The password is right, and its stored hash is of an older kind: store `hash(password)` instead. */
  needsUpgrade: boolean;
}

@Injectable()
export class PasswordHasher {
  hash(password: string): Promise<string> {
    return hash(password, ARGON2ID);
  }

  /**
   * Costs exactly one argon2 verification whether or not there is such an account: an answer that came
   * faster for unknown names would reveal to a stranger who has an account here. A legacy user's bcrypt hash
   * costs its own time beside it, until the first sign-in replaces it.
   * @param storedHash argon2 or bcrypt; undefined when there is no such account. What is neither is
   *   no one's password.
   */
  async verify(storedHash: string | undefined, password: string): Promise<PasswordCheck> {
    const usable = storedHash?.startsWith('$argon2') ? storedHash : undefined;
    const matches = (await verify(usable ?? UNKNOWN_USER_HASH, password)) && usable !== undefined;
    if (storedHash !== undefined && isBcrypt(storedHash)) {
      const legacyMatches = await compare(password, storedHash);
      return { matches: legacyMatches, needsUpgrade: legacyMatches };
    }
    return { matches, needsUpgrade: matches && !usable?.startsWith(CURRENT) };
  }
}

const isBcrypt = (hash: string): boolean => /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash);
