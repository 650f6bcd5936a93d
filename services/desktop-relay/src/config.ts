import { z } from 'zod';
import { baseSchema, inDevelopment, settingsOf } from '@casement/common/core/config/base-config.js';
import { DEVELOPMENT_GRPC, grpcTarget } from '@casement/common/core/config/grpc-target.js';
import {
  addressSettings,
  checkAddressSettings,
} from '@casement/common/core/net/address-settings.js';

/**
 * The relay has no database, NATS or encryption key, so that an attacker in this process reaches only the desktops
 * that pass through it.
 */
const fields = baseSchema
  .pick({
    NODE_ENV: true,
    HTTP_HOST: true,
    GRPC_IDENTITY: true,
    IDENTITY_DIR: true,
    TRUSTED_PROXIES: true,
    PUBLIC_URL: true,
    DRAIN_MS: true,
    LOG_LEVEL: true,
  })
  .extend({
    HTTP_PORT: z.coerce.number().int().min(0).max(65535).default(3006),
    INSTALL_GRPC_URL: inDevelopment(grpcTarget, DEVELOPMENT_GRPC.install),
    ...addressSettings,
    /** Maximum number of concurrent desktops of this process. */
    DESKTOP_MAX_SESSIONS: z.coerce.number().int().min(1).max(10_000).default(200),
  });

const schema = fields.superRefine((values, context) => {
  if (values.NODE_ENV === 'production') checkAddressSettings(values, context);
});

export class DesktopRelayConfig extends settingsOf(schema) {}
