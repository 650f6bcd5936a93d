import { z } from 'zod';
import { instant, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { consoleCode } from './recovery.js';
import { windowsImage } from './windows/images.js';
import { windowsVersionRequest } from './windows/windows-versions.js';

/** Operating system of an image, and of the install that writes it. */
export const imageKind = z.enum(['windows', 'linux']);
export type ImageKind = z.infer<typeof imageKind>;

const firmware = z.enum(['bios', 'uefi']);

/** GET /user/linux-versions: images that a recovery system can write. */
export const linuxVersion = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** Firmware by which the image boots. */
  firmware: z.array(firmware),
});
export type LinuxVersion = z.infer<typeof linuxVersion>;

/** GET /admin/linux-versions: one per Linux version, newest first, not paged. Named like the images of Windows. */
export const adminLinuxVersion = windowsImage.extend({
  /** Whether customers can choose it. */
  enabled: z.boolean(),
  /** Firmware by which the image boots; empty without an image. */
  firmware: z.array(firmware),
});
export type AdminLinuxVersion = z.infer<typeof adminLinuxVersion>;

/** Response to a created or changed Linux version. */
export const storedLinuxVersion = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  enabled: z.boolean(),
});
export type StoredLinuxVersion = z.infer<typeof storedLinuxVersion>;

/** POST and PUT /admin/linux-versions. */
export const linuxVersionRequest = windowsVersionRequest
  .pick({ name: true, slug: true })
  .extend({ enabled: z.boolean(RULES.ENABLED).default(true) });
export type LinuxVersionRequest = z.infer<typeof linuxVersionRequest>;

/** Key types that sshd accepts, each with the type inside the base64 (RFC 4253, 6.6). */
const PUBLIC_KEY =
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) ([A-Za-z0-9+/]{40,}={0,2})(?: [^\u0000-\u001f\u007f]*)?$/;

/** Returns type and key without options and comment; `null` if it is not one line of a public key file. */
export function publicKeyOf(text: string): string | null {
  const [, type = '', key = ''] = PUBLIC_KEY.exec(text.trim()) ?? [];
  if (type === '') return null;
  try {
    return atob(key).slice(4, 4 + type.length) === type ? `${type} ${key}` : null;
  } catch {
    return null;
  }
}

/** POST /user/install/{id}/linux: returns the machine of an ended install to Linux from its recovery system. */
export const returnToLinuxRequest = z
  .object(
    {
      code: consoleCode,
      version_id: z.uuid(RULES.LINUX_VERSION_UNKNOWN),
      /** Password of root. May be empty if there is a key. */
      root_password: z
        .string(RULES.ROOT_PASSWORD)
        .max(127, RULES.ROOT_PASSWORD_TOO_LONG)
        .regex(/^(?:[^]{8,})?$/u, RULES.ROOT_PASSWORD_TOO_SHORT)
        .regex(/^[^\u0000-\u001f\u007f]*$/, RULES.ROOT_PASSWORD_CONTROL_CHARACTERS)
        .default(''),
      /** Line of a public key file, for root. */
      ssh_public_key: z
        .string(RULES.SSH_PUBLIC_KEY)
        .trim()
        .max(2048, RULES.SSH_PUBLIC_KEY)
        .refine((text) => text === '' || publicKeyOf(text) !== null, RULES.SSH_PUBLIC_KEY)
        .default(''),
    },
    UNREADABLE,
  )
  .refine(({ root_password, ssh_public_key }) => root_password !== '' || ssh_public_key !== '', {
    path: ['root_password'],
    message: RULES.ROOT_ACCESS_REQUIRED,
  });
export type ReturnToLinuxRequest = z.infer<typeof returnToLinuxRequest>;

/** Access to a machine that returned to Linux. */
export const installSsh = z.object({
  user: z.string(),
  port: z.number().int(),
  /** Host key that we generated for the machine, as ssh-keygen shows it: `SHA256:…`. */
  host_key: z.string(),
  /**
   * `password_accepted`: root signed in. `key_accepted`: sshd accepts the public key. `host_key`: only the host key was
   * compared. `null` until then.
   */
  proof: z.enum(['password_accepted', 'key_accepted', 'host_key']).nullable(),
  proven_at: instant.nullable(),
});
export type InstallSsh = z.infer<typeof installSsh>;
