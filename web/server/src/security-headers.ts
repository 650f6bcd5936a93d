import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Scripts that must run before the code has loaded are allowed by hash, not by 'unsafe-inline'. */
function inlineScriptHashes(html: string): string[] {
  return Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
}

/** Headers of all responses. The script policy is strict because the access token lies in local storage. */
export function securityHeaders(html: string, production: boolean): Record<string, string> {
  const loopback = production ? [] : ['http://localhost:*', 'http://127.0.0.1:*'];
  const policy = {
    'default-src': ["'none'"],
    // 'wasm-unsafe-eval' lets the browser desktop compile its WebAssembly, which comes from 'self'. It does not allow
    // text to run as a script, unlike 'unsafe-eval'. It applies to every page because the dashboard keeps the policy
    // of the page that was opened first.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...inlineScriptHashes(html)],
    // Dialogs lock page scrolling with an inline style element.
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    // QR codes, payment logos and avatars come from third-party hosts.
    'img-src': ["'self'", 'data:', 'https:', ...loopback],
    // Also covers the WebSocket of the browser desktop: 'self' includes this host over wss: (CSP 3, "match a source
    // list").
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
