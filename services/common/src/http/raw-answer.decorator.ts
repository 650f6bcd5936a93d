import { SetMetadata } from '@nestjs/common';

export const RAW_ANSWER = 'casement:raw-answer';

/**
 * The handler's own answer goes out as it is, without the envelope: agents, callbacks, binaries.
 *
 * @param type its content type
 */
export const RawAnswer = (type: string) => SetMetadata(RAW_ANSWER, type);
