import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id setting: 19 MiB, 2 passes, 1 lane; about 25 ms here. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of random bytes that nobody kept, made with the same settings, so it costs the same to check. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$BIMZaL28t1G9mC8cpXjqiw$8yy2mOZ1kAllBAGj3zAq8ueaE7lUsNqVjOqextGE/Eo';

@Injectable()
export class PasswordHasher {
  hash(password: string): Promise<string> {
    return hash(password, ARGON2ID);
  }

  /**
   * Costs exactly one argon2 verification whether or not there is such an account: an answer that
   * came faster for unknown names would tell a stranger who has an account here.
   * @param storedHash undefined when there is no such account
   */
  async verify(storedHash: string | undefined, password: string): Promise<boolean> {
    const matches = await verify(storedHash ?? NOBODY, password);
    return matches && storedHash !== undefined;
  }
}
