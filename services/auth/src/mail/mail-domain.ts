import { resolveTxt } from 'node:dns/promises';
import { ok, warning, type Finding } from '@casement/common/platform/doctor/findings.js';

/** Names that receivers never look up. */
const LOCAL = /\.(local|localhost|test|example|invalid)$|^localhost$/;

export type ResolveTxt = (name: string) => Promise<string[][]>;

/**
 * Checks the DNS records by which receivers decide whether mail from MAIL_FROM is genuine: SPF (RFC 7208), DMARC
 * (RFC 7489) and, if a selector is given, DKIM (RFC 6376).
 *
 * @param dkimSelector MAIL_DKIM_SELECTOR, as the mail provider names it
 */
export async function checkMailDomain(
  mailFrom: string,
  dkimSelector?: string,
  resolve: ResolveTxt = resolveTxt,
): Promise<Finding[]> {
  const domain = /@([^>\s]+)/.exec(mailFrom)?.[1]?.toLowerCase() ?? '';
  if (LOCAL.test(domain)) return [ok('mail domain', `${domain} is for development`)];
  const check = async (label: string, name: string, start: RegExp, remedy: string) => {
    let records: string[][] = [];
    try {
      records = await resolve(name);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTFOUND' && code !== 'ENODATA')
        return warning(label, message, 'Check the DNS server of this machine.');
    }
    return records.some((parts) => start.test(parts.join('')))
      ? ok(label, `${name} has a record`)
      : warning(label, `${name} has none`, remedy);
  };
  return Promise.all([
    check(
      'SPF',
      domain,
      /^v=spf1\b/i,
      `Add the TXT record that your mail provider names to ${domain}, or correct MAIL_FROM.`,
    ),
    check(
      'DMARC',
      `_dmarc.${domain}`,
      /^v=DMARC1\b/i,
      `Add a TXT record such as "v=DMARC1; p=quarantine" at _dmarc.${domain}.`,
    ),
    ...(dkimSelector
      ? [
          check(
            'DKIM',
            `${dkimSelector}._domainkey.${domain}`,
            /\bp=[A-Za-z0-9+/]/,
            'Publish the key that your mail provider shows, or correct MAIL_DKIM_SELECTOR.',
          ),
        ]
      : []),
  ]);
}
