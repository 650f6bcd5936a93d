import { newId } from '@casement/common/data/database/new-id.js';
import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import type { InstallService } from '@casement/proto/gen/casement/install/v1/install_service.js';
import { aRequest, installApp } from '../factories/install-app.js';

describe('gRPC calls of other services', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let client: GrpcClient<InstallService>;

  beforeAll(async () => {
    app = await installApp();
    client = grpcClient('install', {
      url: app.grpcUrl,
      deadlineMs: 60_000,
      idempotent: [],
    });
  });
  afterAll(async () => {
    client.close();
    await app.close();
  });

  it('count a user’s installs and return the state of installs by id', async () => {
    const userId = newId();
    const { body } = await app.http
      .post('/api/user/install')
      .set(app.as({ userId }))
      .send(aRequest())
      .expect(200);
    expect(await client.GetUserStats({ userId: userId.toUpperCase() })).toEqual({
      total: 1,
      active: 1,
      completed: 0,
      failed: 0,
    });
    const other = newId();
    expect(await client.BatchGetUserStats({ userIds: [other, userId.toUpperCase()] })).toEqual({
      users: [
        { userId: other, total: 0, active: 0, completed: 0, failed: 0 },
        { userId, total: 1, active: 1, completed: 0, failed: 0 },
      ],
    });
    const id = body.data.id as string;
    expect(await client.GetInstalls({ ids: [id, newId()] })).toEqual({
      installs: [{ id, userId, ip: expect.any(String), status: 'pending' }],
    });
    await app.database.query(
      `UPDATE install SET status = 'running',
         engine_state = jsonb_set(engine_state, '{phase}', '"writing"'),
         agent_state = agent_state || '{"bytesDone": 429, "bytesTotal": 1000}' WHERE id = $1`,
      [id],
    );
    expect(await client.GetInstalls({ ids: [id] })).toEqual({
      installs: [
        { id, userId, ip: expect.any(String), status: 'running', phase: 'writing', percent: 42 },
      ],
    });
  });

  it('export the installs, webhooks and scripts of one user without passwords', async () => {
    const userId = newId();
    await app.database.query('UPDATE install SET user_id = $1', [userId]);
    await app.http
      .post('/api/user/scripts')
      .set(app.as({ userId }))
      .send({ name: 'Web server', content: 'Set-Content C:\\setup.txt Sesame' })
      .expect(200);
    const { json } = await client.ExportUser({ userId });
    expect(JSON.parse(json)).toEqual({
      installs: [expect.objectContaining({ user_id: userId, passwd_rdp: null })],
      webhooks: [],
      scripts: [expect.objectContaining({ name: 'Web server' })],
    });
    expect(json).not.toContain('Sesame');
    expect(json).not.toContain(aRequest().passwd_vps);
    const other = await client.ExportUser({ userId: newId() });
    expect(JSON.parse(other.json)).toEqual({ installs: [], webhooks: [], scripts: [] });
  });

  it('reject a malformed id as invalid argument', async () => {
    const invalid = expect.objectContaining({ code: 'VALIDATION_FAILED' }) as unknown;
    await expect(client.GetUserStats({ userId: 'abc' })).rejects.toEqual(invalid);
    await expect(client.BatchGetUserStats({ userIds: ['abc'] })).rejects.toEqual(invalid);
    await expect(client.GetInstalls({ ids: ['abc'] })).rejects.toEqual(invalid);
  });
});
