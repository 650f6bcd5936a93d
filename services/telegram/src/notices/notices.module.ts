import { Module } from '@nestjs/common';
import { NoticesConsumer } from './notices.consumer.js';
import { NoticesRepository } from './notices.repository.js';

@Module({ controllers: [NoticesConsumer], providers: [NoticesRepository] })
export class NoticesModule {}
