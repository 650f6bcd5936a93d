import { z } from 'zod';
import { baseSchema, configOf, inDevelopment } from '@casement/common/core/config/base-config.js';
import { grpcTarget } from '@casement/common/core/config/grpc-target.js';
import {
  addressSettings,
  checkAddressSettings,
  networks,
} from '@casement/common/core/net/address-settings.js';
import {
  imageOrigins,
  originAddress,
  regionName,
} from '@casement/windows-image/origins/origin-settings.js';

const port = z.coerce.number().int().min(1).max(65535);

/** Written into a Windows batch file, so only characters without a special meaning in batch files are allowed. */
const agentUrl = z
  .url()
  .regex(/^[0-9A-Za-z.:/_-]+$/, 'must have only letters, digits and . : / _ -')
  .transform((url) => url.replace(/\/+$/, ''));

const fields = baseSchema.extend({
  BILLING_GRPC_URL: inDevelopment(grpcTarget, 'localhost:5002'),
  AUTH_GRPC_URL: inDevelopment(grpcTarget, 'localhost:5001'),
  ...addressSettings,
  /** CIDRs exempt from the address policy of webhooks, for receivers in development. Must be empty in production. */
  WEBHOOK_ALLOWED_NETWORKS: networks().default([]),
  /** URL at which a VPS reaches our API, without /api. */
  INSTALL_AGENT_URL: inDevelopment(agentUrl, 'http://10.0.2.2:8080'),
  /** Port of the VPS for SSH before the install and for RDP after it. */
  INSTALL_TARGET_PORT: port.default(22),
  /**
   * Public addresses and CIDRs from which workers and relays reach Windows. Customers can limit who may connect only if
   * it is set, because Windows would otherwise refuse the service as well.
   */
  INSTALL_PROOF_NETWORKS: networks().default([]),
  /** Folder of the chunk store. Default: `images` in DATA_DIR. */
  IMAGE_STORE_DIR: z.string().default(''),
  /** Files that administrators may import. Default: `import` in DATA_DIR. */
  IMAGE_IMPORT_DIR: z.string().default(''),
  /** Temporary files of conversions and builds. Default: `import-temp` in DATA_DIR. */
  IMAGE_TEMP_DIR: z.string().default(''),
  /** Offers customers only versions with a certified image (certify-image). */
  IMAGE_REQUIRE_CERTIFIED: z.stringbool().default(false),
  IMAGE_MAX_GIB: z.coerce.number().int().min(1).max(65536).default(256),
  /** S3-compatible bucket used instead of a folder. Set all four settings or none. */
  IMAGE_S3_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** Allows an http:// endpoint in production, for a private network only: the licensed images can be read in transit. */
  IMAGE_S3_ALLOW_HTTP: z.stringbool().default(false),
  IMAGE_S3_BUCKET: z.string().default(''),
  IMAGE_S3_ACCESS_KEY_ID: z.string().default(''),
  IMAGE_S3_SECRET_ACCESS_KEY: z.string().default(''),
  IMAGE_S3_REGION: z.string().default('us-east-1'),
  /** Prefix of every key in a shared bucket, such as `casement/`. */
  IMAGE_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must be empty or end with /')
    .default(''),
  /** Stores from which VPSs fetch chunks instead of through the gateway, see docs/images/storing.md. */
  IMAGE_ORIGINS: imageOrigins,
  /** Userland of the RAM stage, built by services/install/engine/toolkit. Default: `toolkit` in DATA_DIR. */
  TOOLKIT_DIR: z.string().default(''),
  /** Concurrent installs per process. Steps that wait for a VPS do not count. */
  INSTALL_CONCURRENCY: z.coerce.number().int().min(1).default(16),
  /** Silence after which another worker takes over a worker's installs, checks, batches, image jobs and webhooks. */
  INSTALL_LEASE_SECONDS: z.coerce.number().min(1).default(30),
  /** Poll interval of installs that wait for their VPS. */
  INSTALL_LOOK_AGAIN_MS: z.coerce.number().int().min(50).default(2000),
  /**
   * Region of this worker. For INSTALL_REGION_WAIT_SECONDS it leaves installs to other workers if the origin nearest
   * to the VPS has a different `worker_region`. If empty, the worker takes every install.
   */
  INSTALL_REGION: regionName.or(z.literal('')).default(''),
  INSTALL_REGION_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(5),
  /**
   * Guards the first starts of Windows: after four starts without success a recovery system starts instead, see
   * docs/engine.md. `off` also stops the guards of installs that are not committed yet.
   */
  BOOT_GUARD: z.stringbool().default(true),
  /** Quota that a return to Linux costs after a failed install, and otherwise. */
  LINUX_PRICE_AFTER_FAILURE: z.coerce.number().int().min(0).max(1).default(0),
  LINUX_PRICE: z.coerce.number().int().min(0).max(1).default(1),
  /** `false` refuses new browser desktops and ends open ones within 5 seconds. */
  DESKTOP_ENABLED: z.stringbool().default(true),
  DESKTOP_SESSIONS_PER_USER: z.coerce.number().int().min(1).max(100).default(3),
  /** Transfer limit of one desktop, both directions added up. */
  DESKTOP_MAX_GIB: z.coerce.number().int().min(1).max(1024).default(20),
  /** `false` makes this process serve calls without doing background work. */
  INSTALL_WORKER: z.stringbool().default(true),
});

const S3_SETTINGS = [
  'IMAGE_S3_ENDPOINT',
  'IMAGE_S3_BUCKET',
  'IMAGE_S3_ACCESS_KEY_ID',
  'IMAGE_S3_SECRET_ACCESS_KEY',
] as const;

const schema = fields.superRefine((values, context) => {
  // An incomplete bucket configuration would silently fall back to a folder.
  const missing = S3_SETTINGS.filter((name) => values[name] === '');
  if (missing.length < S3_SETTINGS.length) {
    for (const name of missing) {
      context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
    }
    if (values.IMAGE_STORE_DIR) {
      const message = 'must be empty where images lie in a bucket';
      context.addIssue({ code: 'custom', path: ['IMAGE_STORE_DIR'], message });
    }
  }
  if (values.NODE_ENV !== 'production') return;
  const refuse = (name: keyof typeof values, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  // The agent's requests carry tokens and Windows passwords.
  if (!values.INSTALL_AGENT_URL.startsWith('https://')) {
    refuse('INSTALL_AGENT_URL', 'must be an https:// address in production');
  }
  if (values.IMAGE_S3_ENDPOINT.startsWith('http://') && !values.IMAGE_S3_ALLOW_HTTP) {
    refuse(
      'IMAGE_S3_ENDPOINT',
      'must be an https:// address in production; within a private network IMAGE_S3_ALLOW_HTTP=true allows http://',
    );
  }
  const plain = values.IMAGE_ORIGINS.find((one) => originAddress(one).startsWith('http://'));
  if (plain && !values.IMAGE_S3_ALLOW_HTTP) {
    refuse(
      'IMAGE_ORIGINS',
      `must have https:// addresses in production (${plain.name} has not); IMAGE_S3_ALLOW_HTTP=true allows http://`,
    );
  }
  checkAddressSettings(values, context);
  if (values.WEBHOOK_ALLOWED_NETWORKS.length > 0) {
    refuse('WEBHOOK_ALLOWED_NETWORKS', 'must be empty in production');
  }
});

export class InstallConfig extends configOf(schema) {}
