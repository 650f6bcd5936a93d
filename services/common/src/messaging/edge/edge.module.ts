import { Global, Module } from '@nestjs/common';
import { EdgeBuckets } from './edge-buckets.js';
import { EdgeState } from './edge-state.js';
import { EdgeWriter } from './edge-writer.js';

/** Blocked addresses and ended sessions, followed from and written to JetStream buckets. */
@Global()
@Module({
  providers: [EdgeBuckets, EdgeState, EdgeWriter],
  exports: [EdgeBuckets, EdgeState, EdgeWriter],
})
export class EdgeModule {}
