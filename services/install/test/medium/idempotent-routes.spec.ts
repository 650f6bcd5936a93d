import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { describeIdempotentRoutes } from '@casement/common/testing/idempotent-routes.js';
import { batchRoutes } from '@casement/proto/http/install/batches/batches.routes.js';
import { imageRoutes } from '@casement/proto/http/install/windows/images.routes.js';
import { installRoutes } from '@casement/proto/http/install/install.routes.js';
import { recoveryRoutes } from '@casement/proto/http/install/recovery.routes.js';
import { scriptRoutes } from '@casement/proto/http/install/windows/scripts.routes.js';
import { webhookRoutes } from '@casement/proto/http/install/webhooks/webhooks.routes.js';
import { linuxRoutes } from '@casement/proto/http/install/linux.routes.js';
import { windowsVersionRoutes } from '@casement/proto/http/install/windows/windows-versions.routes.js';
import { InstallReservations } from '../../src/installs/install-reservations.service.js';
import { ImageUploadEntity } from '../../src/uploads/image-upload.entity.js';
import { WindowsVersionEntity } from '../../src/windows-versions/windows-version.entity.js';
import { aRow, BatchDriver } from '../factories/batch-driver.js';
import { FakeQuota } from '../factories/fake-quota.js';
import { guardedWorld } from '../factories/guarded-world.js';
import { aRequest, installApp, MANIFEST } from '../factories/install-app.js';

const ORIGIN = 'cdn';
const IMAGES = '/api/admin/windows-images';

describe('install routes with an Idempotency-Key', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  const userId = newId();
  beforeAll(async () => {
    const origins = [{ name: ORIGIN, url: 'https://cdn.example/' }];
    app = await installApp({
      quota: new FakeQuota(1000),
      names: { [userId]: 'ann' },
      env: { IMAGE_ORIGINS: JSON.stringify(origins), BOOT_GUARD: 'on' },
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['install', 'vps_check', 'install_batch', 'image_job', 'image_upload']) {
      await app.database.query(`DELETE FROM ${table}`);
    }
  });

  const tables = () => app.get(Database).manager;
  const count = async (sql: string, ...parameters: unknown[]) =>
    (await app.database.query(sql, parameters)).length;
  const audits = (action: string, target: string) =>
    count(
      `SELECT 1 FROM outbox WHERE subject = 'security.audit.recorded.v1'
         AND payload::json ->> 'action' = $1 AND payload::json ->> 'target' = $2`,
      action,
      target,
    );
  const asAdmin = () => {
    const headers = app.as({ userId: newId(), admin: true });
    return (path: string, body: object) => app.http.post(path).set(headers).send(body);
  };
  const asUser = () => {
    const headers = app.as({ userId });
    return (path: string, body: object) => app.http.post(path).set(headers).send(body);
  };

  const jobs = (kind: string, versionId: string) =>
    count('SELECT 1 FROM image_job WHERE kind = $1 AND version_id = $2', kind, versionId);
  const aVersion = async (manifestSha256: string | null = null) => {
    const id = newId();
    await tables().insert(WindowsVersionEntity, { id, name: id, slug: id, manifestSha256 });
    return id;
  };
  const anUpload = async (kind: 'iso' | 'drivers') => {
    const id = newId();
    const languages = ['en-US'];
    const edition = { index: 1, name: 'Core', id: 'ServerStandardCore', build: 20348, languages };
    await tables().insert(ImageUploadEntity, {
      id,
      kind,
      name: `${kind}.iso`,
      size: 1,
      status: 'ready',
      editions: [{ ...edition, architecture: 'amd64', recipe: 'windows-server-2022' }],
      createdBy: newId(),
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    return id;
  };
  const aBatch = async (status: string, rowStatus: string) => {
    const user = new BatchDriver(app, newId());
    const { id } = await user.create({ rows: [aRow(1)] });
    await app.database.query('UPDATE install_batch SET status = $2 WHERE id = $1', [id, status]);
    await app.database.query('UPDATE install_batch_row SET status = $2 WHERE batch_id = $1', [
      id,
      rowStatus,
    ]);
    const checking = `SELECT 1 FROM install_batch_row WHERE batch_id = $1 AND status = 'checking'`;
    return { user, id, checkingRows: () => count(checking, id) };
  };
  const aScript = { name: 'Web server', content: 'Install-WindowsFeature Web-Server' };
  const aWebhook = { url: 'https://panel.example/hooks', events: ['install.completed'] };

  describeIdempotentRoutes(
    () => app,
    [
      imageRoutes,
      installRoutes,
      recoveryRoutes,
      batchRoutes,
      scriptRoutes,
      webhookRoutes,
      linuxRoutes,
      windowsVersionRoutes,
    ],
    {
      importImage: async () => {
        const version = await aVersion();
        const location = 'https://files.example/windows.raw';
        const body = { windows_version_id: version, source: 'url', location };
        const post = asAdmin();
        return {
          send: () => post(`${IMAGES}/import`, body),
          effects: () => jobs('import', version),
        };
      },
      buildImage: async () => {
        const version = await aVersion();
        const body = {
          windows_version_id: version,
          iso_upload_id: await anUpload('iso'),
          drivers_upload_id: await anUpload('drivers'),
          edition: 1,
          licensed: true,
        };
        const post = asAdmin();
        return { send: () => post(`${IMAGES}/build`, body), effects: () => jobs('build', version) };
      },
      verifyImage: async () => {
        const version = await aVersion(MANIFEST);
        const post = asAdmin();
        return {
          send: () => post(`${IMAGES}/${version}/verify`, {}),
          effects: () => jobs('verify', version),
        };
      },
      replicateImage: async () => {
        const version = await aVersion(MANIFEST);
        const post = asAdmin();
        return {
          send: () => post(`${IMAGES}/${version}/replicate`, { origin: ORIGIN }),
          effects: () => jobs('replicate', version),
        };
      },
      createImageUpload: () => {
        const post = asAdmin();
        return {
          send: () => post(`${IMAGES}/uploads`, { kind: 'iso', name: 'windows.iso', size: 5 }),
          effects: () => count('SELECT 1 FROM image_upload'),
        };
      },
      requestInstall: () => {
        const post = asUser();
        return {
          send: () => post('/api/user/install', aRequest()),
          effects: () => count(`SELECT 1 FROM install WHERE status <> 'reserving'`),
          settle: () => app.get(InstallReservations).sweep(new Date(Date.now() + 61_000)),
        };
      },
      installAgain: async () => {
        const { aVersion, recovered, again } = guardedWorld(() => app, '8.8.4');
        await aVersion('stored');
        const install = await recovered();
        return {
          send: () => again(install),
          effects: () => count(`SELECT 1 FROM install WHERE status = 'pending'`),
          settle: () => app.get(InstallReservations).sweep(new Date(Date.now() + 61_000)),
        };
      },
      resetWindowsPassword: async () => {
        const { keptAnswering, resetPassword } = guardedWorld(() => app, '8.8.6');
        const install = await keptAnswering();
        return {
          send: () => resetPassword(install),
          effects: () => audits('install.password-reset', `install:${install.id}`),
        };
      },
      returnToLinux: async () => {
        const { aLinux, recovered, toLinux } = guardedWorld(() => app, '8.8.5');
        const version_id = await aLinux('idempotent');
        const install = await recovered();
        return {
          send: () => toLinux(install, { version_id }),
          effects: () => count(`SELECT 1 FROM install WHERE status = 'pending'`),
          settle: () => app.get(InstallReservations).sweep(new Date(Date.now() + 61_000)),
        };
      },
      createLinuxVersion: () => {
        const slug = `once-${newId()}`;
        const post = asAdmin();
        return {
          send: () => post('/api/admin/linux-versions', { name: 'Linux', slug }),
          effects: () => count('SELECT 1 FROM windows_version WHERE slug = $1', slug),
        };
      },
      requestVpsCheck: () => {
        const post = asUser();
        return {
          send: () => post('/api/user/install/check', { ip: '8.8.3.1', passwd_vps: 'root-pass' }),
          effects: () => count('SELECT 1 FROM vps_check'),
        };
      },
      createWindowsVersion: () => {
        const slug = `once-${newId()}`;
        const post = asAdmin();
        return {
          send: () => post('/api/admin/windows-versions', { name: 'Windows', slug }),
          effects: () => count('SELECT 1 FROM windows_version WHERE slug = $1', slug),
        };
      },
      createScript: () => {
        const owner = newId();
        const headers = app.as({ userId: owner });
        return {
          send: () => app.http.post('/api/user/scripts').set(headers).send(aScript),
          effects: () => count('SELECT 1 FROM script WHERE user_id = $1', owner),
        };
      },
      offerScript: () => {
        const post = asAdmin();
        const offered = { ...aScript, name: `Offered ${newId()}` };
        return {
          send: () => post('/api/admin/scripts', offered),
          effects: () => count('SELECT 1 FROM script WHERE name = $1', offered.name),
        };
      },
      createBatch: () => {
        const user = new BatchDriver(app, newId());
        return {
          send: () => user.post('', { rows: [aRow(1)] }),
          effects: () => count('SELECT 1 FROM install_batch'),
        };
      },
      startBatch: async () => {
        const { user, id } = await aBatch('ready', 'ready');
        return {
          send: () => user.post(`/${id}/start`),
          effects: () => audits('batch.started', `batch:${id}`),
        };
      },
      retryBatch: async () => {
        const { user, id, checkingRows } = await aBatch('ended', 'unfit');
        return { send: () => user.post(`/${id}/retry`), effects: checkingRows };
      },
      retryBatchRow: async () => {
        const { user, id, checkingRows } = await aBatch('ended', 'unfit');
        return { send: () => user.post(`/${id}/rows/1/retry`), effects: checkingRows };
      },
      createWebhook: () => {
        const owner = newId();
        const headers = app.as({ userId: owner });
        return {
          send: () => app.http.post('/api/user/webhooks').set(headers).send(aWebhook),
          effects: () => count('SELECT 1 FROM webhook_endpoint WHERE user_id = $1', owner),
        };
      },
      rotateWebhookSecret: async () => {
        const headers = app.as({ userId: newId() });
        const created = await app.http.post('/api/user/webhooks').set(headers).send(aWebhook);
        const { id } = (created.body as { data: { id: string } }).data;
        return {
          send: () => app.http.post(`/api/user/webhooks/${id}/secret`).set(headers),
          effects: () => audits('webhook.secret_rotated', `webhook:${id}`),
        };
      },
    },
  );
});
