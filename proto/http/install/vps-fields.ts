import { z } from 'zod';
import { RULES } from '../rules.js';

export const IPV4 = /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** Address and credentials of a VPS in a request: SPEC §5. */
export const vpsFields = {
  ip: z
    .string(RULES.VPS_ADDRESS_REQUIRED)
    .trim()
    .min(1, RULES.VPS_ADDRESS_REQUIRED)
    .regex(IPV4, RULES.VPS_ADDRESS_INVALID),
  /** May be empty if a key is given. For users other than root it is also the sudo password. */
  passwd_vps: z
    .string(RULES.VPS_PASSWORD_REQUIRED)
    .max(128, RULES.VPS_PASSWORD_TOO_LONG)
    .default(''),
  /** SSH port; 22 unless the service is configured otherwise. */
  ssh_port: z.int(RULES.SSH_PORT).min(1, RULES.SSH_PORT).max(65_535, RULES.SSH_PORT).optional(),
  /** SSH user; root by default. Other users need sudo rights. */
  ssh_user: z
    .string(RULES.SSH_USER)
    .max(32, RULES.SSH_USER)
    .regex(/^([a-zA-Z_][a-zA-Z0-9_.-]*)?$/, RULES.SSH_USER)
    .optional(),
  /** Private key file content: ed25519, RSA or ECDSA. */
  ssh_key: z.string(RULES.SSH_KEY_UNREADABLE).max(16_384, RULES.SSH_KEY_TOO_LONG).optional(),
  /** Passphrase of the private key. Never stored. */
  ssh_passphrase: z
    .string(RULES.SSH_PASSPHRASE_WRONG)
    .max(1024, RULES.SSH_PASSPHRASE_WRONG)
    .optional(),
};

/** SPEC §5: requires a password unless there is a key. Reported in field order, together with other errors. */
export const passwordOrKey = z.check<Record<string, unknown>>(({ value, issues }) => {
  const { passwd_vps, ssh_key } = value;
  if (passwd_vps || ssh_key || issues.some(({ path }) => path?.[0] === 'passwd_vps')) return;
  const before = issues.filter(({ path }) => path?.[0] === 'ip').length;
  const message = RULES.VPS_PASSWORD_REQUIRED;
  issues.splice(before, 0, { code: 'custom', path: ['passwd_vps'], message, input: passwd_vps });
});
// Otherwise the check would run only after all other fields are valid.
passwordOrKey._zod.def.when = ({ value }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
