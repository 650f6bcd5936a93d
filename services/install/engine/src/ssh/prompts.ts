import { shortText } from '@casement/windows-image/text.js';

interface Prompt {
  prompt: string;
  /** `true` if the typed text is displayed, which no server does for a password. */
  echo?: boolean;
}

/**
 * Kind of a prompt. `password` is answered with the VPS password, `user` with the user name. The others cannot be
 * answered.
 */
export type PromptKind = 'password' | 'user' | 'code' | 'change' | 'other';

/**
 * Prompts for codes, tokens and one-time passwords in English, Indonesian and neighboring languages, and those of
 * pam_google_authenticator, pam_oath, pam_duo, pam_yubico, pam_u2f, pam_otpw, pam_opie, pam_radius, sssd, SecurID and
 * privacyIDEA.
 */
const CODE = new RegExp(
  [
    String.raw`\w*code\b|\bc[oó]d(?:igo|ice)\b|\bkode|\bk[oó]d\b`,
    String.raw`\btokens?\b|\b[th]?otp|one[- ]?time|single[- ]use|sekali[- ]pakai`,
    String.raw`\b[2m]fa\b|\b(?:two|multi|second|2nd|dua)[- ](?:faktor|factor|step|langkah|password)`,
    String.raw`(?:faktor|langkah|sandi) kedua|authenticator|autentikator|verification|verifikasi|verificat`,
    String.raw`yubi-?key|u2f|fido|passkey|security key|kunci keamanan|smart ?card|\bpin\b|captcha`,
    String.raw`challenge|tantangan|\bresponse\b|s/key|\bduo\b|\bsms\b|\bpush\b`,
    String.raw`^\s*password \d{3}(?:/\d{3})*\s*:`,
    String.raw`код|验证码|驗證碼|动态|動態|令牌|一次性|確認コード|인증`,
  ].join('|'),
  'iu',
);

/** Prompts for a new password, or for the old password in order to replace it. */
const NEW_PASSWORD =
  /\bnew\b.*\bpass|\b(?:retype|re-?enter|repeat)\b|kata sandi baru|sandi baru|ulangi|ketik ulang/iu;
const REPLACED_PASSWORD =
  /\b(?:current|old|existing)\b.*\bpass|(?:kata )?sandi (?:saat ini|sekarang|lama)|required to change|must (?:be )?change|change your password|password (?:change|has expired|expired|aging)|changing password|(?:meng)?ganti (?:kata )?sandi|(?:kata )?sandi.*(?:kedaluwarsa|kadaluarsa)/iu;

const PASSWORD = /pass|sandi/iu;
/** Another module of the same PAM stack prompts for the same password: "Password:", "LDAP Password:". */
const PASSWORD_AGAIN =
  /^(?:\S+ )?(?:password|passphrase|(?:kata )?sandi)(?: (?:for|untuk) \S+)?\s*:?$/iu;
const USER_NAME = /^\s*(?:log-?in|user ?name|user|nama pengguna)(?: name)?\s*:?\s*$/iu;

export interface Round {
  /** Title and instructions that the server sends before the prompts. */
  heading: string;
  prompts: readonly Prompt[];
}

/**
 * Classifies one round of keyboard-interactive prompts.
 * @param answered last line of the prompt that was already answered with the password; `null` if there was none
 */
export function promptKind(
  { heading, prompts }: Round,
  user: string,
  answered: string | null,
): PromptKind {
  const [first, ...others] = prompts;
  if (first === undefined) return 'other';
  const lines = prompts.map(({ prompt }) => lastLine(withoutNames(prompt, user)));
  const text = withoutNames([heading, ...prompts.map(({ prompt }) => prompt)].join('\n'), user);
  const names = (words: RegExp) => lines.some((line) => words.test(line));
  // Notices above the first prompt ("your password expires in 3 days") must not prevent sending the password.
  if (names(NEW_PASSWORD) || names(REPLACED_PASSWORD)) return 'change';
  if (answered !== null && REPLACED_PASSWORD.test(text)) return 'change';
  if (names(CODE)) return 'code';
  const isAlone = others.length === 0;
  if (isAlone && !first.echo) {
    if (answered === null && PASSWORD.test(lines[0]!)) return 'password';
    if (CODE.test(text)) return 'code';
    return answered === null || isSamePrompt(lines[0]!, withoutNames(answered, user))
      ? 'password'
      : 'other';
  }
  if (CODE.test(text)) return 'code';
  return isAlone && answered === null && USER_NAME.test(lines[0]!) ? 'user' : 'other';
}

const isSamePrompt = (line: string, answered: string): boolean =>
  line.toLowerCase() === answered.trim().toLowerCase() || PASSWORD_AGAIN.test(line);

/** Removes names that could contain a word such as "code": the user and the host of `user@host`. */
function withoutNames(text: string, user: string): string {
  const hosts = text.replace(/\S+@[\w.-]+/gu, '');
  return user.length < 3 ? hosts : hosts.replaceAll(user, '');
}

/** Returns the line with the question; PAM modules may print other text above it. */
export const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)?.trim() ?? '';

/** Returns the prompts on one line with limited length, to quote to the customer. */
export function promptText({ heading, prompts }: Round): string {
  const onOneLine = (text: string) =>
    text
      .replace(/\u001b\[[\d;?]*[A-Za-z]|\p{Cf}/gu, '')
      .replace(/\s+/gu, ' ')
      .trim();
  const asked = prompts.map(({ prompt }) => onOneLine(prompt)).filter(Boolean);
  // A bare ">" or ":" is explained by the text above it.
  const parts = asked.some((text) => /\p{L}/u.test(text))
    ? asked
    : [onOneLine(heading), ...asked].filter(Boolean);
  return shortText(parts.join(' / '), 200);
}
