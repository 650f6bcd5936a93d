import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** What has to run before the code comes is allowed by its hash, not by 'unsafe-inline'. */
function inlineScriptHashes(html: string): string[] {
  return Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
}

/** Headers of every answer. The access token lies in local storage, hence a strict policy for scripts. */
export function securityHeaders(html: string, production: boolean): Record<string, string> {
  const loopback = production ? [] : ['http://localhost:*', 'http://127.0.0.1:*'];
  const policy = {
    'default-src': ["'none'"],
    // 'wasm-unsafe-eval' lets the desktop in the browser compile its WebAssembly, which comes from 'self', and no text run
    // as a script ('unsafe-eval' would). On every page: the dashboard keeps the policy of the page that was opened first.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(html)],
    // Dialogs lock the page's scrolling with a style element of their own.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    // Payment codes, payment logos and avatars come from their own hosts.
    'img-src': ["'self'", 'data:', 'https:', ...loopback],
    // The WebSocket of the desktop in the browser too: 'self' is this host by wss: as well (CSP 3, "match a source list").
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}
