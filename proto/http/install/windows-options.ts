import { z } from 'zod';
import { UNREADABLE } from '../envelope.js';
import { isTimeZone } from '../time-zone.js';
import { RULES } from '../rules.js';
import { consistentNetwork, networkFields } from './network-options.js';
import { scriptText } from './windows/scripts.js';
import { IPV4 } from './vps-fields.js';
import {
  isAccountName,
  isComputerName,
  KEYBOARDS,
  LANGUAGE_TAG,
  MAX_NETWORKS,
} from './windows-choices.js';

const keyboard = z.enum(
  KEYBOARDS.map(([id]) => id),
  RULES.WINDOWS_KEYBOARD,
);

/** Whether the account's password passes the default policy of Windows Server. */
const isStrong = (password: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length >= 3;

/** Windows' keys use these letters and digits, which are not easily confused. */
const PRODUCT_KEY = /^[BCDFGHJKMNPQRTVWXY2346789]{5}(-[BCDFGHJKMNPQRTVWXY2346789]{5}){4}$/;

const network = z
  .string(RULES.WINDOWS_NETWORKS)
  .trim()
  .refine((text) => {
    const [address = '', prefix, ...rest] = text.split('/');
    const isPrefix = prefix === undefined || /^([1-9]|[12]\d|3[0-2])$/.test(prefix);
    return IPV4.test(address) && isPrefix && rest.length === 0;
  }, RULES.WINDOWS_NETWORKS);

/**
 * Settings of Windows, all optional. Without a value, Windows gets the setting of the Linux that it replaces. Each is
 * applied after the setup if possible; the install's log contains the outcome.
 */
export const windowsOptions = z
  .object(
    {
      /** IANA name, such as Asia/Jakarta. */
      time_zone: z
        .string(RULES.TIME_ZONE)
        .max(64, RULES.TIME_ZONE)
        .refine(isTimeZone, RULES.TIME_ZONE)
        .optional(),
      /** Windows' id of the layout, such as 00000409 for US English. */
      keyboard: keyboard.optional(),
      /** Language and country whose formats of dates and numbers are used, such as id-ID. */
      region: z.string(RULES.WINDOWS_REGION).regex(LANGUAGE_TAG, RULES.WINDOWS_REGION).optional(),
      /** Language of menus and messages, one of the image's `languages`. Without it, the image's own. */
      display_language: z
        .string(RULES.WINDOWS_DISPLAY_LANGUAGE)
        .regex(LANGUAGE_TAG, RULES.WINDOWS_DISPLAY_LANGUAGE)
        .optional(),
      computer_name: z
        .string(RULES.COMPUTER_NAME)
        .refine(isComputerName, RULES.COMPUTER_NAME)
        .optional(),
      /** Second account. Requires a password. */
      account_name: z
        .string(RULES.WINDOWS_ACCOUNT_NAME)
        .refine(isAccountName, RULES.WINDOWS_ACCOUNT_NAME)
        .optional(),
      account_password: z
        .string(RULES.WINDOWS_ACCOUNT_PASSWORD)
        .min(8, RULES.WINDOWS_ACCOUNT_PASSWORD)
        .max(127, RULES.WINDOWS_ACCOUNT_PASSWORD)
        .regex(/^[^\u0000-\u001f\u007f]*$/, RULES.WINDOWS_ACCOUNT_PASSWORD)
        .refine(isStrong, RULES.WINDOWS_ACCOUNT_PASSWORD)
        .optional(),
      account_group: z
        .enum(['administrators', 'users'], RULES.WINDOWS_ACCOUNT_GROUP)
        .default('users'),
      /**
       * IPv4 addresses and networks that may open remote desktop; everyone by default. The networks of the service
       * stay allowed because it verifies the password by signing in.
       */
      networks: z
        .array(network, RULES.WINDOWS_NETWORKS)
        .min(1, RULES.WINDOWS_NETWORKS)
        .max(MAX_NETWORKS, RULES.WINDOWS_NETWORKS)
        .optional(),
      ...networkFields,
      /** Licence key. Installed once the sign-in was proven; a refused key does not fail the install. */
      product_key: z
        .string(RULES.WINDOWS_PRODUCT_KEY)
        .trim()
        .toUpperCase()
        .regex(PRODUCT_KEY, RULES.WINDOWS_PRODUCT_KEY)
        .optional(),
      /**
       * PowerShell script, run once as SYSTEM for at most 30 minutes after the sign-in was proven. The install does not
       * wait for it; its log gets the outcome and the end of the output.
       */
      script: scriptText.optional(),
      /** Saved or offered script (GET /user/scripts) instead of `script`. */
      script_id: z.uuid(RULES.SCRIPT_UNKNOWN).optional(),
      /** Whether the boot guard's recovery system stays on the disk. Only for versions in `recovery` of the offer. */
      keep_recovery: z.boolean(RULES.WINDOWS_KEEP_RECOVERY).optional(),
    },
    UNREADABLE,
  )
  .check(consistentNetwork)
  .check(({ value, issues }) => {
    const { account_name: name, account_password: password, computer_name: computer } = value;
    const refuse = (path: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value[path] });
    if (name !== undefined && password === undefined)
      refuse('account_password', RULES.WINDOWS_ACCOUNT_PASSWORD);
    if (name === undefined && password !== undefined)
      refuse('account_name', RULES.WINDOWS_ACCOUNT_NAME);
    if (name && password?.toLowerCase().includes(name.toLowerCase()))
      refuse('account_password', RULES.WINDOWS_ACCOUNT_PASSWORD);
    if (value.script !== undefined && value.script_id !== undefined)
      refuse('script_id', RULES.SCRIPT_AND_SAVED);
    if (name && name.toLowerCase() === computer?.toLowerCase())
      refuse('account_name', RULES.WINDOWS_ACCOUNT_NAME);
  });
export type WindowsOptions = z.infer<typeof windowsOptions>;

/** GET /user/install-options. */
export const windowsOptionsOffer = z.object({
  /** Public IPv4 address of the caller; `null` if the call came over IPv6, which cannot reach the desktop. */
  your_address: z.string().nullable(),
  /** Whether `networks` may be used. Requires that the service knows its own networks. */
  can_limit_networks: z.boolean(),
  /**
   * Display languages of each version by its slug, the image's own first. Versions without recorded
   * languages are left out. Absent from older versions.
   */
  languages: z.record(z.string(), z.array(z.string())).optional(),
  /** Slugs of the versions whose recovery system can stay on the disk. Absent from older versions. */
  recovery: z.array(z.string()).optional(),
});
export type WindowsOptionsOffer = z.infer<typeof windowsOptionsOffer>;
