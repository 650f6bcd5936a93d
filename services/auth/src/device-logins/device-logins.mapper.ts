import type { DeviceLogin as DeviceLoginResponse } from '@casement/proto/http/device-logins.js';
import type { DeviceLoginEntity } from './device-login.entity.js';

export const toDeviceLogin = (login: DeviceLoginEntity): DeviceLoginResponse => ({
  name: login.name,
  scopes: login.scopes,
  networks: login.networks,
  expires_in_days: login.expiresInDays,
  address: login.address,
  requested_at: login.createdAt.toISOString(),
  expires_at: login.expiresAt.toISOString(),
});
