import { z } from 'zod';
import { defineRoutes } from '../../route.js';
import { RULES } from '../../rules.js';
import { certificationReport } from './certifications.js';
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

const jobId = z.uuid('Unknown import');
const uploadId = z.uuid('Unknown upload');
const partNumber = z.coerce
  .number('Unknown part')
  .int('Unknown part')
  .min(0, 'Unknown part')
  .max(partCount(MAX_UPLOAD_BYTES) - 1, 'Unknown part');
const versionId = z.uuid(RULES.WINDOWS_VERSION_UNKNOWN);

export const imageRoutes = defineRoutes({
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
});
