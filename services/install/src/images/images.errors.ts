import { DomainError } from '@casement/common/errors/domain-error.js';
import type { ImageRefused } from '../engine/image/image-failures.js';

export class ImageNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This Windows version has no image. Please reload the page.');
  }
}

export class ImageJobNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'This import is not known. Please reload the page.');
  }
}

/** One thing at a time is done to an image. */
export class ImageBusy extends DomainError {
  constructor(name: string) {
    super(
      'conflict',
      'IMAGE_BUSY',
      `The image of ${name} is being imported or verified. Nothing was changed; wait for the end, or cancel it.`,
    );
  }
}

export class ImageInUse extends DomainError {
  constructor(name: string) {
    super(
      'conflict',
      'IMAGE_IN_USE',
      `An install under way writes the image of ${name}, so it cannot be deleted. Nothing was changed; try again when the install has ended.`,
    );
  }
}

export class ImageJobEnded extends DomainError {
  constructor() {
    super('conflict', 'IMAGE_JOB_ENDED', 'It has ended already, so nothing was cancelled.');
  }
}

/** What can be said of a source before anything begins. */
export class ImageSourceRefused extends DomainError {
  constructor(refused: ImageRefused) {
    const message = `${refused.message} ${refused.cure}`;
    super('invalid', 'VALIDATION_FAILED', message, { details: [{ path: 'location', message }] });
  }
}
