import { z } from 'zod';
import {
  completeUploadRequest,
  imageUpload,
  imageUploadParts,
  imageUploadRequest,
  MAX_UPLOAD_BYTES,
  partCount,
} from './image-uploads.js';
import {
  buildImageRequest,
  imageJob,
  imageRecipe,
  importImageRequest,
  replicateImageRequest,
  importableFile,
  windowsImage,
} from './images.js';
import { certificationReport } from './certifications.js';
import {
  adminInstallDetails,
  adminInstallsQuery,
  installHistoryQuery,
  installFailures,
  installHour,
  installMonitoring,
  installProgressReport,
  installRecord,
  installRequest,
  machine,
  machineLabelRequest,
  rdpCheck,
  rdpCheckRequest,
  rdpPassword,
  statusHistoryDay,
  statusHistoryQuery,
  updateInstallRequest,
} from './install.js';
import { vpsCheck, vpsCheckRequest } from './vps-checks.js';
import { windowsOptionsOffer } from './windows-options.js';
import { windowsVersion, windowsVersionRequest } from './windows-versions.js';
import { pageQuery } from '../envelope.js';
import { defineRoutes } from '../route.js';
import { RULES } from '../rules.js';
import { outcomeSeries, seriesQuery } from '../series.js';

const installId = z.uuid('Unknown install');
const checkId = z.uuid('Unknown check');
const jobId = z.uuid('Unknown import');
const uploadId = z.uuid('Unknown upload');
const partNumber = z.coerce
  .number('Unknown part')
  .int('Unknown part')
  .min(0, 'Unknown part')
  .max(partCount(MAX_UPLOAD_BYTES) - 1, 'Unknown part');
const versionId = z.uuid(RULES.WINDOWS_VERSION_UNKNOWN);

export const installRoutes = defineRoutes({
  adminImages: {
    method: 'GET',
    path: '/admin/windows-images',
    effect: 'read',
    answer: z.array(windowsImage),
  },
  importableFiles: {
    method: 'GET',
    path: '/admin/windows-images/files',
    effect: 'read',
    answer: z.array(importableFile),
  },
  importImage: {
    method: 'POST',
    path: '/admin/windows-images/import',
    effect: 'access',
    idempotency: 'answer',
    body: importImageRequest,
    answer: imageJob,
    status: 202,
  },
  imageRecipes: {
    method: 'GET',
    path: '/admin/windows-images/recipes',
    effect: 'read',
    answer: z.array(imageRecipe),
  },
  /** Builds from an uploaded ISO and uploaded drivers. */
  buildImage: {
    method: 'POST',
    path: '/admin/windows-images/build',
    effect: 'access',
    idempotency: 'answer',
    body: buildImageRequest,
    answer: imageJob,
    status: 202,
  },
  imageJob: {
    method: 'GET',
    path: '/admin/windows-images/imports/{id}',
    effect: 'read',
    params: { id: jobId },
    answer: imageJob,
  },
  cancelImageJob: {
    method: 'POST',
    path: '/admin/windows-images/imports/{id}/cancel',
    effect: 'upkeep',
    params: { id: jobId },
    answer: imageJob,
  },
  verifyImage: {
    method: 'POST',
    path: '/admin/windows-images/{id}/verify',
    effect: 'upkeep',
    idempotency: 'answer',
    params: { id: versionId },
    answer: imageJob,
    status: 202,
  },
  /** Copies the image to an origin and verifies it there. VPSs then fetch it from that origin. */
  replicateImage: {
    method: 'POST',
    path: '/admin/windows-images/{id}/replicate',
    effect: 'upkeep',
    idempotency: 'answer',
    params: { id: versionId },
    body: replicateImageRequest,
    answer: imageJob,
    status: 202,
  },
  /** Report of certify-image with its screenshots. */
  imageCertification: {
    method: 'GET',
    path: '/admin/windows-images/{id}/certification',
    effect: 'read',
    params: { id: versionId },
    answer: certificationReport,
  },
  removeImage: {
    method: 'DELETE',
    path: '/admin/windows-images/{id}',
    effect: 'availability',
    params: { id: versionId },
    answer: null,
  },
  imageUploads: {
    method: 'GET',
    path: '/admin/windows-images/uploads',
    effect: 'read',
    answer: z.array(imageUpload),
  },
  createImageUpload: {
    method: 'POST',
    path: '/admin/windows-images/uploads',
    effect: 'upkeep',
    idempotency: 'answer',
    body: imageUploadRequest,
    answer: imageUpload,
    status: 201,
  },
  imageUpload: {
    method: 'GET',
    path: '/admin/windows-images/uploads/{id}',
    effect: 'read',
    params: { id: uploadId },
    answer: imageUploadParts,
  },
  /** 4 MiB, or the remainder for the last part, with the part's SHA-256. Idempotent. */
  putUploadPart: {
    method: 'PUT',
    path: '/admin/windows-images/uploads/{id}/parts/{number}',
    effect: 'upkeep',
    params: { id: uploadId, number: partNumber },
    headers: { 'Content-Digest': z.string() },
    bytes: true,
    answer: null,
  },
  /**
   * Called when all parts have been sent. The file is checked in the background. May be repeated after a failed
   * check.
   */
  completeUpload: {
    method: 'POST',
    path: '/admin/windows-images/uploads/{id}/complete',
    effect: 'upkeep',
    params: { id: uploadId },
    body: completeUploadRequest,
    answer: imageUpload,
    status: 202,
  },
  removeImageUpload: {
    method: 'DELETE',
    path: '/admin/windows-images/uploads/{id}',
    effect: 'upkeep',
    params: { id: uploadId },
    answer: null,
  },
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
  removeInstall: {
    method: 'DELETE',
    path: '/admin/install-data/{id}',
    effect: 'upkeep',
    params: { id: installId },
    answer: null,
  },
  installMonitoring: {
    method: 'GET',
    path: '/admin/install-monitoring/realtime',
    effect: 'read',
    answer: installMonitoring,
  },
  statusHistory: {
    method: 'GET',
    path: '/admin/install-monitoring/history',
    effect: 'read',
    query: statusHistoryQuery,
    answer: z.array(statusHistoryDay),
  },
  installOutcomes: {
    method: 'GET',
    path: '/admin/install-monitoring/outcomes',
    effect: 'read',
    query: seriesQuery,
    answer: outcomeSeries,
  },
  installFailures: {
    method: 'GET',
    path: '/admin/install-monitoring/failures',
    effect: 'read',
    answer: installFailures,
  },
  /** Last 24 clock hours, oldest first. The last one is not complete. */
  installHours: {
    method: 'GET',
    path: '/admin/install-monitoring/hours',
    effect: 'read',
    answer: z.array(installHour),
  },
  installProgress: {
    method: 'GET',
    path: '/admin/install-monitoring/progress/{id}',
    effect: 'read',
    params: { id: installId },
    answer: installProgressReport,
  },
  requestInstall: {
    method: 'POST',
    path: '/user/install',
    effect: 'purchase',
    idempotency: 'answer',
    body: installRequest,
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
  monitoringEvents: {
    method: 'GET',
    path: '/admin/install-monitoring/events',
    effect: 'read',
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
  adminWindowsVersions: {
    method: 'GET',
    path: '/admin/windows-versions',
    effect: 'read',
    answer: z.array(windowsVersion),
  },
  createWindowsVersion: {
    method: 'POST',
    path: '/admin/windows-versions',
    effect: 'upkeep',
    idempotency: 'answer',
    body: windowsVersionRequest,
    answer: windowsVersion,
  },
  updateWindowsVersion: {
    method: 'PUT',
    path: '/admin/windows-versions/{id}',
    effect: 'upkeep',
    params: { id: versionId },
    body: windowsVersionRequest,
    answer: windowsVersion,
  },
  removeWindowsVersion: {
    method: 'DELETE',
    path: '/admin/windows-versions/{id}',
    effect: 'availability',
    params: { id: versionId },
    answer: null,
  },
  windowsVersions: {
    method: 'GET',
    path: '/user/windows-versions',
    effect: 'read',
    answer: z.array(windowsVersion),
  },
});
