import { Injectable, type CallHandler, type ExecutionContext } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { memoryStorage, MulterError } from 'multer';
import { MAX_IMAGE_BYTES } from '@casement/proto/http/billing/products.js';
import { productErrors } from './products.errors.js';

const ImageField = FileInterceptor('image', {
  storage: memoryStorage(),
  limits: { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 10, parts: 11 },
});

/** Reads the multipart product form into memory. Runs after the guards, so only for allowed callers. */
@Injectable()
export class ProductForm extends ImageField {
  /** @throws PRODUCT_IMAGE_TOO_LARGE, MALFORMED_BODY */
  override async intercept(context: ExecutionContext, next: CallHandler) {
    try {
      return await super.intercept(context, next);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause instanceof MulterError && cause.code === 'LIMIT_FILE_SIZE') {
        throw productErrors.imageHasTooManyBytes();
      }
      throw productErrors.formUnreadable(cause ?? error);
    }
  }
}
