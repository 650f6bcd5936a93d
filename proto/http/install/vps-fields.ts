import { z } from 'zod';
import { RULES } from '../rules.js';

export const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** How a request names a VPS and signs in to it: SPEC §5. */
export const vpsFields = {
  ip: z
    .string(RULES.VPS_ADDRESS_REQUIRED)
    .trim()
    .min(1, RULES.VPS_ADDRESS_REQUIRED)
    .regex(IPV4, RULES.VPS_ADDRESS_INVALID),
  /** May be empty where a key is given. Of another user than root it is also what sudo is answered with. */
  passwd_vps: z
    .string(RULES.VPS_PASSWORD_REQUIRED)
    .max(128, RULES.VPS_PASSWORD_TOO_LONG)
    .default(''),
  /** Where SSH answers; 22 unless the service was set up otherwise. */
  ssh_port: z.int(RULES.SSH_PORT).min(1, RULES.SSH_PORT).max(65_535, RULES.SSH_PORT).optional(),
  /** Who signs in: root unless named. Any other has to be allowed sudo. */
  ssh_user: z
    .string(RULES.SSH_USER)
    .max(32, RULES.SSH_USER)
    .regex(/^([a-zA-Z_][a-zA-Z0-9_.-]*)?$/, RULES.SSH_USER)
    .optional(),
  /** A private key, the whole file: ed25519, RSA or ECDSA. */
  ssh_key: z.string(RULES.SSH_KEY_UNREADABLE).max(16_384, RULES.SSH_KEY_TOO_LONG).optional(),
  /** Opens the key. It is not kept. */
  ssh_passphrase: z
    .string(RULES.SSH_PASSPHRASE_WRONG)
    .max(1024, RULES.SSH_PASSPHRASE_WRONG)
    .optional(),
};

/** SPEC §5 for an empty password, unless there is a key: in the order of the fields, and beside what else is wrong. */
export const passwordOrKey = z.check<Record<string, unknown>>(({ value, issues }) => {
  const { passwd_vps, ssh_key } = value;
  if (passwd_vps || ssh_key || issues.some(({ path }) => path?.[0] === 'passwd_vps')) return;
  const before = issues.filter(({ path }) => path?.[0] === 'ip').length;
  const message = RULES.VPS_PASSWORD_REQUIRED;
  issues.splice(before, 0, { code: 'custom', path: ['passwd_vps'], message, input: passwd_vps });
});
// Without this it would wait until nothing else is wrong.
passwordOrKey._zod.def.when = ({ value }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
