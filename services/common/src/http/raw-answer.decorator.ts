import { SetMetadata } from '@nestjs/common';

export const RAW_ANSWER = 'casement:raw-answer';

/** The handler's own answer goes out as it is, without the envelope: agents, callbacks, binaries. */
export const RawAnswer = () => SetMetadata(RAW_ANSWER, true);
