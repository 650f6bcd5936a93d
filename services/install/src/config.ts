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

/** It goes into a batch file of Windows as it is: nothing but what stands for itself there. */
const agentUrl = z
  .url()
  .regex(/^[0-9A-Za-z.:/_-]+$/, 'must have only letters, digits and . : / _ -')
  .transform((url) => url.replace(/\/+$/, ''));

const fields = baseSchema.extend({
  BILLING_GRPC_URL: inDevelopment(grpcTarget, 'localhost:5002'),
  AUTH_GRPC_URL: inDevelopment(grpcTarget, 'localhost:5001'),
  ...addressSettings,
  /** CIDRs exempt from the address policy of webhooks: a receiver of one's own, in development. Production has none. */
  WEBHOOK_ALLOWED_NETWORKS: networks().default([]),
  /** How a VPS reaches our API, without /api. */
  INSTALL_AGENT_URL: inDevelopment(agentUrl, 'http://10.0.2.2:8080'),
  /** SSH before, RDP after. */
  INSTALL_TARGET_PORT: port.default(22),
  /** Folder of the chunk store; `images` under DATA_DIR when empty. */
  IMAGE_STORE_DIR: z.string().default(''),
  /** The files that administrators may import lie here; `import` under DATA_DIR when empty. */
  IMAGE_IMPORT_DIR: z.string().default(''),
  /** QCOW2 and growing VHD files are converted here; `import-temp` under DATA_DIR when empty. */
  IMAGE_TEMP_DIR: z.string().default(''),
  /** True: customers see, and can install, only versions whose image was certified (certify-image). */
  IMAGE_REQUIRE_CERTIFIED: z.stringbool().default(false),
  /** Nothing larger is imported. */
  IMAGE_MAX_GIB: z.coerce.number().int().min(1).max(65536).default(256),
  /** Images in a bucket of any S3-compatible store instead of a folder: all of these, or none. */
  IMAGE_S3_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /**
   * Takes an http:// endpoint in production too, for a store within a private network: every image, under licence as it
   * is, can be read on the way.
   */
  IMAGE_S3_ALLOW_HTTP: z.stringbool().default(false),
  IMAGE_S3_BUCKET: z.string().default(''),
  IMAGE_S3_ACCESS_KEY_ID: z.string().default(''),
  IMAGE_S3_SECRET_ACCESS_KEY: z.string().default(''),
  IMAGE_S3_REGION: z.string().default('us-east-1'),
  /** Before every key, for a bucket that others use too: `casement/`. */
  IMAGE_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must be empty or end with /')
    .default(''),
  /** From where VPSs fetch chunks instead of through the gateway: see docs/images/storing.md. */
  IMAGE_ORIGINS: imageOrigins,
  /** Folder with the RAM stage's userland, as services/install/engine/toolkit builds it; `toolkit` under DATA_DIR when empty. */
  TOOLKIT_DIR: z.string().default(''),
  /** Installs that one process works on at a time. Steps that wait for a VPS do not count. */
  INSTALL_CONCURRENCY: z.coerce.number().int().min(1).default(16),
  /** How long a worker may be silent before another takes its installs over. */
  INSTALL_LEASE_SECONDS: z.coerce.number().min(1).default(30),
  /** How often an install that waits for its VPS is looked at. */
  INSTALL_LOOK_AGAIN_MS: z.coerce.number().int().min(50).default(2000),
  /**
   * Where this worker stands: it leaves installs whose VPS is nearest to an origin of another `worker_region` to the workers
   * there for INSTALL_REGION_WAIT_SECONDS. Empty: it leaves none.
   */
  INSTALL_REGION: regionName.or(z.literal('')).default(''),
  INSTALL_REGION_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(5),
  /** False: no desktop is opened in a browser, and those that are open end within 5 seconds. */
  DESKTOP_ENABLED: z.stringbool().default(true),
  /** Desktops that one user has open at a time. */
  DESKTOP_SESSIONS_PER_USER: z.coerce.number().int().min(1).max(100).default(3),
  /** Of both ways together; at these a desktop ends. */
  DESKTOP_MAX_GIB: z.coerce.number().int().min(1).max(1024).default(20),
  /** False: this process answers calls but works on no install. */
  INSTALL_WORKER: z.stringbool().default(true),
});

const S3_SETTINGS = [
  'IMAGE_S3_ENDPOINT',
  'IMAGE_S3_BUCKET',
  'IMAGE_S3_ACCESS_KEY_ID',
  'IMAGE_S3_SECRET_ACCESS_KEY',
] as const;

const schema = fields.superRefine((values, context) => {
  // Half of a bucket would silently be a folder.
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
  // Tokens and Windows passwords travel there.
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
