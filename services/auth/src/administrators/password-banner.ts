/** Shown once, on the console alone: the log would keep it. */
export function passwordBanner(admin: { ADMIN_USERNAME: string }, password: string): string {
  const line = '='.repeat(64);
  return [
    line,
    'The first administrator was created. This is shown only once:',
    `  username  ${admin.ADMIN_USERNAME}`,
    `  password  ${password}`,
    'Please change the password after signing in.',
    line,
    '',
  ].join('\n');
}
