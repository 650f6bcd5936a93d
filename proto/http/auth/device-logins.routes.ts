import {
  beginDeviceLoginRequest,
  begunDeviceLogin,
  deviceLogin,
  deviceToken,
  deviceTokenRequest,
  userCodeRequest,
} from './device-logins.js';
import { defineRoutes } from '../route.js';

/** A table of its own, since the web fetches it with the dialog. */
export const deviceLoginRoutes = defineRoutes({
  beginDeviceLogin: {
    method: 'POST',
    path: '/auth/device-logins',
    effect: 'proof',
    body: beginDeviceLoginRequest,
    answer: begunDeviceLogin,
    status: 201,
  },
  /** 400 DEVICE_LOGIN_PENDING until it was confirmed; the key once. */
  deviceToken: {
    method: 'POST',
    path: '/auth/device-logins/token',
    effect: 'proof',
    body: deviceTokenRequest,
    answer: deviceToken,
    status: 201,
  },
  /** A POST, so that no code stands in an address. */
  findDeviceLogin: {
    method: 'POST',
    path: '/user/device-logins/find',
    effect: 'read',
    body: userCodeRequest,
    answer: deviceLogin,
  },
  approveDeviceLogin: {
    method: 'POST',
    path: '/user/device-logins/approve',
    effect: 'access',
    body: userCodeRequest,
    answer: null,
  },
  denyDeviceLogin: {
    method: 'POST',
    path: '/user/device-logins/deny',
    effect: 'own',
    body: userCodeRequest,
    answer: null,
  },
});
