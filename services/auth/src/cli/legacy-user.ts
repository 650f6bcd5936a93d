import { z } from 'zod';
import { NO_CONTROL_CHARACTERS } from '@casement/proto/http/envelope.js';
import { email, username } from '@casement/proto/http/auth/account-fields.js';

/** bcrypt is verified in JavaScript, so a higher cost would block the event loop for all sign-ins. */
const HIGHEST_BCRYPT_COST = 12;
const MAX_ARGON2_KIB = 262_144;
const MAX_ARGON2_PASSES = 10;

const HASH =
  'password_hash must be a bcrypt ($2a$, $2b$, $2y$) or argon2 ($argon2id$, $argon2i$, $argon2d$) hash';

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^\$argon2(?:id|i|d)\$v=\d+\$m=(\d+),t=(\d+),p=\d+\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/;

/** Treats an empty CSV field like a missing one. */
const optionalField = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const yes = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  z
    .union([z.boolean(), z.literal([0, 1]), z.enum(['0', '1', 'true', 'false'])], {
      error: 'is_verified must be 0 or 1',
    })
    .transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
);

const WHEN = 'created_at must be a date and time, e.g. 2024-05-31T08:00:00Z';

/** One line of the file. Additional columns are ignored. */
export const legacyUser = z.object(
  {
    /** A UUID becomes the account's id. Any other id is stored separately to recognise the user later. */
    id: optionalField(z.coerce.string().min(1).max(100, 'id must have at most 100 characters')),
    username: z.preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      username,
    ),
    email: optionalField(email),
    password_hash: z.string(HASH).superRefine((hash, context) => {
      const problem = hashProblem(hash);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
    is_verified: optionalField(yes),
    first_name: optionalField(
      z
        .string('first_name must be text')
        .max(100, 'first_name must have at most 100 characters')
        .regex(NO_CONTROL_CHARACTERS, 'first_name cannot contain control characters'),
    ),
    /** UTC unless it has a time zone. */
    created_at: optionalField(
      z.string(WHEN).transform((text, context) => {
        const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`;
        const date = new Date(/T/.test(zoned) ? zoned : text);
        if (!Number.isNaN(date.getTime())) return date;
        context.addIssue({ code: 'custom', message: WHEN });
        return z.NEVER;
      }),
    ),
  },
  'the line holds no user',
);
export type LegacyUser = z.infer<typeof legacyUser>;

/** Returns whether the previous product had verified the address. */
export const isVerified = ({ email, is_verified }: LegacyUser): boolean =>
  email !== undefined && is_verified === true;

/** Returns the reason why a hash cannot be used. The reason never quotes the hash. */
function hashProblem(hash: string): string | undefined {
  const [, cost] = BCRYPT.exec(hash) ?? [];
  if (cost !== undefined) {
    return Number(cost) <= HIGHEST_BCRYPT_COST
      ? undefined
      : `password_hash has a bcrypt cost above ${HIGHEST_BCRYPT_COST}`;
  }
  const [, memory, passes] = ARGON2.exec(hash) ?? [];
  if (memory === undefined) return HASH;
  return Number(memory) <= MAX_ARGON2_KIB && Number(passes) <= MAX_ARGON2_PASSES
    ? undefined
    : 'password_hash asks argon2 for more than 256 MiB or 10 passes';
}
