import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';

/** argon2id parameters recommended by OWASP: 19 MiB, 2 passes, 1 lane. A hash takes about 25 ms. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Hash of discarded random bytes with the current parameters, so that verifying it takes as long as a real one. */
const UNKNOWN_USER_HASH = `${CURRENT}BIMZaL28t1G9mC8cpXjqiw$8yy2mOZ1kAllBAGj3zAq8ueaE7lUsNqVjOqextGE/Eo`;

interface PasswordCheck {
  matches: boolean;
  /** True if the password is right but its hash is outdated and should be replaced with `hash(password)`. */
  needsUpgrade: boolean;
}

@Injectable()
export class PasswordHasher {
  hash(password: string): Promise<string> {
    return hash(password, ARGON2ID);
  }

  /**
   * Runs exactly one argon2 verification whether or not the account exists, because a faster response for unknown
   * names would reveal who has an account. The bcrypt hash of a legacy user takes additional time until the first
   * sign-in replaces it.
   *
   * @param storedHash argon2 or bcrypt; undefined for an unknown account. Any other text matches no password.
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

/** Generates a random password with a character of each kind required by the password rules. */
export const generatePassword = (): string => `${randomBytes(15).toString('base64url')}!aA1`;
