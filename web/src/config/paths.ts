/** The route table of SPEC §2. Sections of a screen are not in the URL. */
export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  dashboard: '/dashboard',
} as const;
