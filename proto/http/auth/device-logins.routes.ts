import {
  startDeviceLoginRequest,
  startedDeviceLogin,
  deviceLogin,
  deviceToken,
  deviceTokenRequest,
  userCodeRequest,
} from './device-logins.js';
import { defineRoutes } from '../route.js';

/** Routes of device logins. A separate route table, so that only the confirmation page loads it. */
export const deviceLoginRoutes = defineRoutes({
  beginDeviceLogin: {
    method: 'POST',
    path: '/auth/device-logins',
    effect: 'proof',
    body: startDeviceLoginRequest,
    answer: startedDeviceLogin,
    status: 201,
  },
  /** 400 DEVICE_LOGIN_PENDING until confirmed; returns the key once. */
  deviceToken: {
    method: 'POST',
    path: '/auth/device-logins/token',
    effect: 'proof',
    body: deviceTokenRequest,
    answer: deviceToken,
    status: 201,
  },
  /** POST, so that the code is not part of a URL. */
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
