import {
  partCount,
  type ImageUpload,
  type ImageUploadParts,
} from '@casement/proto/http/install/windows/image-uploads.js';
import type { PartName } from '@casement/windows-image/store/part-store.js';
import type { ImageUploadEntity } from './image-upload.entity.js';
import { missingParts } from './missing-parts.js';

export const toImageUpload = (upload: ImageUploadEntity, received: number): ImageUpload => ({
  id: upload.id,
  kind: upload.kind,
  name: upload.name,
  size: upload.size,
  status: upload.status,
  received,
  sha256: upload.sha256,
  editions: upload.editions,
  failure: upload.failure,
  created_at: upload.createdAt.toISOString(),
  expires_at: upload.expiresAt.toISOString(),
});

export const toUploadParts = (
  upload: ImageUploadEntity,
  received: number,
  parts: PartName[],
): ImageUploadParts => ({
  ...toImageUpload(upload, received),
  missing: missingParts(parts, partCount(upload.size)),
  first_part_sha256: parts[0]?.number === 0 ? parts[0].sha256 : null,
});
