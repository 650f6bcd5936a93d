import { describeIdempotentRoutes } from '@casement/common/testing/idempotent-routes.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client } from '../support/client.js';

describe('auth routes with an Idempotency-Key', () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());

  describeIdempotentRoutes(() => app, [authRoutes], {
    createApiKey: async () => {
      const client = new Client(app);
      const { user, accessToken } = await client.newUser();
      const body = { name: 'Panel', scopes: ['installs:read'] };
      return {
        send: () => client.post('/api/user/api-keys', body, accessToken),
        effects: async () => {
          const sql = 'SELECT 1 FROM api_key WHERE user_id = $1';
          return (await app.database.query(sql, [user.id])).length;
        },
      };
    },
  });
});
