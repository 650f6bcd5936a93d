import { fileURLToPath } from 'node:url';

export interface WebConfig {
  host: string;
  port: number;
  /** Folder of the built SPA. */
  dist: string;
  /** Allows images from loopback addresses in development, where the payment sandbox serves its QR codes. */
  production: boolean;
  /** Billing, which knows the price shown in /config.json. Without it, no price is shown. */
  billingUrl: string | null;
  /** Auth, which knows the brand in the pages. Without it, the pages show Casement. */
  authUrl: string | null;
  /** Served to the SPA as /config.json. Unset values are null. */
  public: {
    statusPageUrl: string | null;
    supportEmail: string | null;
    supportChatUrl: string | null;
  };
}

/**
 * Reads the settings. The error names every invalid variable but never its value.
 *
 * @throws Error
 */
export function readConfig(env: NodeJS.ProcessEnv): WebConfig {
  const bad: string[] = [];
  const valueOf = (name: string) => env[name]?.trim() || null;
  const checked = (name: string, isValid: (value: string) => boolean) => {
    const value = valueOf(name);
    if (value !== null && !isValid(value)) bad.push(name);
    return value;
  };

  const port = checked('HTTP_PORT', (v) => /^\d{1,5}$/.test(v) && Number(v) <= 65_535) ?? '3000';
  const config: WebConfig = {
    host: valueOf('HTTP_HOST') ?? '127.0.0.1',
    port: Number(port),
    dist: valueOf('WEB_DIST') ?? fileURLToPath(new URL('../../dist', import.meta.url)),
    production: env.NODE_ENV === 'production',
    billingUrl: checked('BILLING_URL', isWebUrl),
    authUrl: checked('AUTH_URL', isWebUrl),
    public: {
      statusPageUrl: checked('STATUS_PAGE_URL', isWebUrl),
      supportEmail: checked('SUPPORT_EMAIL', (v) => /^[^\s@]+@[^\s@]+$/.test(v)),
      supportChatUrl: checked('SUPPORT_CHAT_URL', isWebUrl),
    },
  };
  if (bad.length > 0) throw new Error(`web: these settings are not valid: ${bad.join(', ')}`);
  return config;
}

/** Rejects other schemes because a `javascript:` link would run in our page. */
function isWebUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}
