import { StreamableFile } from '@nestjs/common';

/** A text as it is. Its type goes with it, so that a refusal in its place is JSON as everywhere. */
export const plainTextAnswer = (text: string): StreamableFile =>
  new StreamableFile(Buffer.from(text), { type: 'text/plain; charset=utf-8' });
