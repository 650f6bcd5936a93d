/** Page of a sign-in link. The script is separate because the token must not become part of a script's text. */
export const signInPage = (token: string): string => `<!doctype html>
<html lang="en"><head><title>Casement demo</title><meta name="casement-demo-token" content="${token}"></head>
<body><p>Signing in…</p><script src="/demo/sign-in.js"></script></body></html>`;

export const SIGN_IN_SCRIPT = `
const { content } = document.querySelector('meta[name="casement-demo-token"]');
localStorage.setItem('accessToken', content);
const { admin } = JSON.parse(atob(content.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
// After two weeks of business the checklist of the first run is no longer shown.
localStorage.setItem('casement-first-run', 'hidden');
location.replace(admin === 1 ? '/admin' : '/dashboard');
`;

export const USED_PAGE = `<!doctype html>
<html lang="en"><head><title>Casement demo</title></head>
<body><p>This link works only once. Sign in as <b>sari</b> with the password that <code>make demo</code> printed, or start
the demo again for new links.</p></body></html>`;
