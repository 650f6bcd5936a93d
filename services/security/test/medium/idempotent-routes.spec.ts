import { newId } from '@casement/common/data/database/new-id.js';
import { describeIdempotentRoutes } from '@casement/common/testing/idempotent-routes.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { administrator, securityApp } from '../support/security-app.js';

describe('security routes with an Idempotency-Key', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await securityApp();
  });
  afterAll(() => app.close());

  let addresses = 0;
  const newAddress = () => `198.51.100.${(addresses += 1)}`;
  const count = async (sql: string, ...parameters: string[]) =>
    (await app.database.query(sql, parameters)).length;
  const audited = `SELECT 1 FROM outbox WHERE subject = 'security.audit.recorded.v1'
    AND payload::json ->> 'action' = $1 AND payload::json ->> 'target' = $2`;

  describeIdempotentRoutes(() => app, [securityRoutes], {
    allowNetwork: () => {
      const network = newAddress();
      const { post } = administrator(app, { userId: newId() });
      return {
        send: () => post('allowlist', { network, note: 'office' }),
        effects: () => count(audited, 'allowlist.added', `ip:${network}`),
      };
    },
    blockIp: () => {
      const ip = newAddress();
      const { post } = administrator(app, { userId: newId() });
      return {
        send: () => post('block-ip', { ip, duration: 60, reason: 'abuse' }),
        effects: () => count('SELECT 1 FROM blocked_ip WHERE ip = $1', ip),
      };
    },
    triggerRecovery: () => {
      const ip = newAddress();
      const { post } = administrator(app, { userId: newId() });
      return {
        send: () => post('recovery/trigger', { ip, recoveryType: 'unblock', reason: 'by phone' }),
        effects: () => count('SELECT 1 FROM recovery WHERE ip = $1', ip),
      };
    },
  });
});
