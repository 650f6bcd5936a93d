// Each path returns a page without a session, or a refusal in the service's own format, which proves that the service
// is reachable.
const { BASE_URL } = process.env;
const calls = [
  ['web', '/', 200],
  ['web', '/config.json', 200],
  ['auth', '/api/auth/captcha', 200],
  ['auth', '/api/user/profile', 401],
  ['billing', '/api/user/topup/history', 401],
  ['install', '/api/user/install-history', 401],
  ['telegram', '/api/auth/telegram/status', 401],
  ['security', '/api/security/dashboard', 401],
  ['kong', '/api/no-such-path', 404],
  ['kong', '/internal/jwks.json', 404],
];
let failed = 0;
for (const [owner, path, wanted] of calls) {
  const status = await fetch(BASE_URL + path, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.status,
    (error) => error.message,
  );
  if (status !== wanted) failed += 1;
  console.log(`${status === wanted ? 'ok  ' : 'FAIL'} ${owner} ${path}: ${status}`);
}
process.exit(failed === 0 ? 0 : 1);
