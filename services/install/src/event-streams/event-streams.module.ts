import { Module } from '@nestjs/common';
import { OpenStreams } from './open-streams.js';

/** Server-Sent Events. */
@Module({ providers: [OpenStreams], exports: [OpenStreams] })
export class EventStreamsModule {}
