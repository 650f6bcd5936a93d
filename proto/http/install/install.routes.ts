import { z } from 'zod';
import { pageQuery } from '../envelope.js';
import { defineRoutes } from '../route.js';
import {
  adminInstallDetails,
  adminInstallsQuery,
  releaseInstallRequest,
  updateInstallRequest,
} from './admin-installs.js';
import {
  installAgainRequest,
  installHistoryQuery,
  installRecord,
  installRequest,
} from './install.js';
import { machine, machineLabelRequest } from './machines.js';
import { rdpCheck, rdpCheckRequest, rdpPassword } from './rdp.js';
import { vpsCheck, vpsCheckRequest } from './vps-checks.js';
import { windowsOptionsOffer } from './windows-options.js';

const installId = z.uuid('Unknown install');
const checkId = z.uuid('Unknown check');

export const installRoutes = defineRoutes({
  adminInstalls: {
    method: 'GET',
    path: '/admin/install-data',
    effect: 'data',
    query: adminInstallsQuery,
    answer: installRecord,
    paged: true,
  },
  setInstallStatus: {
    method: 'PUT',
    path: '/admin/install-data/{id}',
    effect: 'money',
    params: { id: installId },
    body: updateInstallRequest,
    answer: installRecord,
  },
  adminInstallDetails: {
    method: 'GET',
    path: '/admin/install-data/{id}',
    effect: 'read',
    params: { id: installId },
    answer: adminInstallDetails,
  },
  adminInstallLog: {
    method: 'GET',
    path: '/admin/install-data/{id}/log',
    effect: 'read',
    params: { id: installId },
    raw: 'text/plain',
  },
  /** Orders the recovery system to start Windows again, with its starts counted from zero. */
  startWindowsAgain: {
    method: 'POST',
    path: '/admin/install-data/{id}/start-windows',
    effect: 'access',
    params: { id: installId },
    answer: installRecord,
  },
  /** Ends an install whose recovery system has reported, and returns its quota. */
  releaseInstall: {
    method: 'POST',
    path: '/admin/install-data/{id}/release',
    effect: 'money',
    params: { id: installId },
    body: releaseInstallRequest,
    answer: installRecord,
  },
  removeInstall: {
    method: 'DELETE',
    path: '/admin/install-data/{id}',
    effect: 'upkeep',
    params: { id: installId },
    answer: null,
  },
  requestInstall: {
    method: 'POST',
    path: '/user/install',
    effect: 'purchase',
    idempotency: 'answer',
    body: installRequest,
    answer: installRecord,
  },
  /** Starts an install on the machine whose recovery system shows `code` on its console. */
  installAgain: {
    method: 'POST',
    path: '/user/install/{id}/again',
    effect: 'access',
    idempotency: 'answer',
    params: { id: installId },
    body: installAgainRequest,
    answer: installRecord,
  },
  windowsOptionsOffer: {
    method: 'GET',
    path: '/user/install-options',
    effect: 'read',
    answer: windowsOptionsOffer,
  },
  cancelInstall: {
    method: 'POST',
    path: '/user/install/{id}/cancel',
    effect: 'own',
    params: { id: installId },
    answer: installRecord,
  },
  installLog: {
    method: 'GET',
    path: '/user/install/{id}/log',
    effect: 'read',
    params: { id: installId },
    raw: 'text/plain',
  },
  rdpPassword: {
    method: 'GET',
    path: '/user/install/{id}/rdp-password',
    effect: 'read',
    params: { id: installId },
    answer: rdpPassword,
  },
  eraseRdpPassword: {
    method: 'DELETE',
    path: '/user/install/{id}/rdp-password',
    effect: 'own',
    params: { id: installId },
    answer: null,
  },
  checkRdp: {
    method: 'POST',
    path: '/user/install/{id}/rdp-check',
    effect: 'own',
    params: { id: installId },
    body: rdpCheckRequest,
    answer: rdpCheck,
  },
  /** Install of the caller. Another user's install is not found. */
  ownInstall: {
    method: 'GET',
    path: '/user/install/{id}',
    effect: 'read',
    params: { id: installId },
    answer: installRecord,
  },
  installHistory: {
    method: 'GET',
    path: '/user/install-history',
    effect: 'read',
    query: installHistoryQuery,
    answer: installRecord,
    paged: true,
  },
  /** Latest install first. */
  machines: {
    method: 'GET',
    path: '/user/machines',
    effect: 'read',
    query: pageQuery,
    answer: machine,
    paged: true,
  },
  /** Labels the machine of an install. */
  labelMachine: {
    method: 'PUT',
    path: '/user/install/{id}/label',
    effect: 'own',
    params: { id: installId },
    body: machineLabelRequest,
    answer: installRecord,
  },
  installEvents: {
    method: 'GET',
    path: '/user/install/{id}/events',
    effect: 'read',
    params: { id: installId },
    headers: { 'Last-Event-ID': z.string().optional() },
    raw: 'text/event-stream',
  },
  rootPasswordScript: {
    method: 'GET',
    path: '/root-password.sh',
    effect: 'read',
    raw: 'text/plain',
  },
  requestVpsCheck: {
    method: 'POST',
    path: '/user/install/check',
    effect: 'own',
    idempotency: 'answer',
    body: vpsCheckRequest,
    answer: vpsCheck,
    status: 202,
  },
  vpsCheck: {
    method: 'GET',
    path: '/user/install/check/{id}',
    effect: 'read',
    params: { id: checkId },
    answer: vpsCheck,
  },
});
