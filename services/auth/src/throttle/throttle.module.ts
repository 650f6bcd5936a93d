import { Module } from '@nestjs/common';
import { ThrottleService } from './throttle.service.js';

@Module({ providers: [ThrottleService], exports: [ThrottleService] })
export class ThrottleModule {}
