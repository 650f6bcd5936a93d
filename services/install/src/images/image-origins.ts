import { Injectable } from '@nestjs/common';
import { ConfiguredOrigins } from '@casement/windows-image/origins/chunk-origins.js';
import { InstallConfig } from '../config.js';
import { ImageCopiesRepository } from './image-copies.repository.js';

@Injectable()
export class ImageOrigins extends ConfiguredOrigins {
  constructor(config: InstallConfig, copies: ImageCopiesRepository) {
    super(config.IMAGE_ORIGINS, (image) => copies.verified(image));
  }
}
