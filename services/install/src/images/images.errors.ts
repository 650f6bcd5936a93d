import { RULES } from '@casement/proto/http/rules.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import type { ImageRefused } from '@casement/windows-image/image-failures.js';

const fieldError = (path: string, message: string) =>
  new DomainError('invalid', 'VALIDATION_FAILED', message, { details: [{ path, message }] });

export const imageErrors = {
  notFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This Windows version has no image. Please reload the page.',
    ),

  uncertified: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'The image of this Windows version has no report of a certification. Please reload the page.',
    ),

  jobNotFound: () =>
    new DomainError('not_found', 'NOT_FOUND', 'This import is not known. Please reload the page.'),

  jobEnded: () =>
    new DomainError(
      'conflict',
      'IMAGE_JOB_ENDED',
      'It has ended already, so nothing was cancelled.',
    ),

  originUnknown: () => fieldError('origin', RULES.IMAGE_ORIGIN),

  /** One job at a time works on an image. */
  busy: (name: string) =>
    new DomainError(
      'conflict',
      'IMAGE_BUSY',
      `The image of ${name} is being imported, built, copied or verified. Nothing was changed; wait for the end, or cancel it.`,
    ),

  editionUnknown: () => fieldError('edition', RULES.BUILD_EDITION),

  recipeUnknown: () => fieldError('recipe', RULES.BUILD_RECIPE),

  recipeNeeded: () => fieldError('recipe', RULES.BUILD_RECIPE_NEEDED),

  inUse: (name: string) =>
    new DomainError(
      'conflict',
      'IMAGE_IN_USE',
      `An install under way writes the image of ${name}, so it cannot be deleted. Nothing was changed; try again when the install has ended.`,
    ),

  /** What is known of a source before the import begins. */
  sourceRefused: (refused: ImageRefused) => {
    const message = `${refused.message} ${refused.cure}`;
    return new DomainError('invalid', 'VALIDATION_FAILED', message, {
      details: [{ path: 'location', message }],
    });
  },
};
