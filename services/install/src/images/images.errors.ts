import { RULES } from '@casement/proto/http/rules.js';
import type { ImageRefused } from '@casement/windows-image/image-failures.js';
import { conflict, fieldError, notFound } from '../errors.js';

export const imageErrors = {
  notFound: () => notFound('This version has no image. Please reload the page.'),

  uncertified: () =>
    notFound(
      'The image of this Windows version has no certification report. Please reload the page.',
    ),

  jobNotFound: () => notFound('This import no longer exists. Please reload the page.'),

  jobEnded: () =>
    conflict('IMAGE_JOB_ENDED', 'This job has already ended, so nothing was cancelled.'),

  originUnknown: () => fieldError({ path: 'origin', message: RULES.IMAGE_ORIGIN }),

  busy: (name: string) =>
    conflict(
      'IMAGE_BUSY',
      `The image of ${name} is being imported, built, copied or verified. Nothing was changed; wait until it has finished, or cancel it.`,
    ),

  editionUnknown: () => fieldError({ path: 'edition', message: RULES.BUILD_EDITION }),

  recipeUnknown: () => fieldError({ path: 'recipe', message: RULES.BUILD_RECIPE }),

  recipeNeeded: () => fieldError({ path: 'recipe', message: RULES.BUILD_RECIPE_NEEDED }),

  inUse: (name: string) =>
    conflict(
      'IMAGE_IN_USE',
      `An install in progress is writing the image of ${name}, so the image cannot be deleted. Nothing was changed; try again when the install has finished.`,
    ),

  sourceRefused: (refused: ImageRefused) => {
    return fieldError({ path: 'location', message: `${refused.message} ${refused.cure}` });
  },
};
