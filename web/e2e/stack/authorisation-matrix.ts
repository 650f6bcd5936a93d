/** Who may call a route; `ends-session` is logout, which is let alone here: it would end the caller's own session. */
export type Access =
  'public' | 'cookie' | 'signed-in' | 'admin' | 'agent' | 'callback' | 'internal';

/** Every route of the product. A new one fails the test until somebody has decided here who may call it. */
export const MATRIX: Record<string, Access | 'ends-session' | undefined> = {
  'GET /api/auth/captcha': 'public',
  'GET /api/auth/captcha/generate': 'public',
  'POST /api/auth/register': 'public',
  'POST /api/auth/login': 'public',
  'POST /api/auth/refresh': 'cookie',
  'POST /api/auth/logout': 'ends-session',
  'POST /api/auth/verify-email': 'signed-in',
  'POST /api/auth/resend-verification': 'signed-in',
  'GET /api/user/profile': 'signed-in',
  'PUT /api/user/profile': 'signed-in',
  'GET /api/user/dashboard': 'signed-in',

  'POST /api/user/topup/calculate': 'signed-in',
  'POST /api/user/topup': 'signed-in',
  'GET /api/user/topup/history': 'signed-in',
  'GET /api/user/payment-methods/enabled': 'signed-in',
  'GET /api/admin/products': 'admin',
  'POST /api/admin/products': 'admin',
  'PUT /api/admin/products/:id': 'admin',
  'DELETE /api/admin/products/:id': 'admin',
  'GET /uploads/:name': 'public',
  'GET /api/admin/payment-methods': 'admin',
  'PATCH /api/admin/payment-methods/:code': 'admin',
  'POST /api/admin/payment-methods/sync': 'admin',
  'POST /api/admin/users/:id/quota': 'admin',
  'POST /api/payments/tripay/callback': 'callback',

  'GET /api/user/windows-versions': 'signed-in',
  'POST /api/user/install': 'signed-in',
  'GET /api/user/install-history': 'signed-in',
  'GET /root-password.sh': 'public',
  'GET /api/install/agent/time': 'agent',
  'POST /api/install/agent/check-in': 'agent',
  'POST /api/install/agent/commit': 'agent',
  'POST /api/install/agent/progress': 'agent',
  'POST /api/install/agent/failure': 'agent',
  'GET /api/install/agent/files': 'agent',
  'POST /api/install/agent/windows-up/:installId': 'agent',
  'GET /images/chunks/:sha256': 'agent',

  'GET /health/live': 'internal',
  'GET /health/ready': 'internal',
  'GET /internal/jwks.json': 'internal',
  'GET /internal/routes': 'internal',
  'POST /internal/gateway-log': 'internal',
};
