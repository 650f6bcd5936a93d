import { Module } from '@nestjs/common';
import { UsersDirectory } from './users-directory.js';

@Module({ providers: [UsersDirectory], exports: [UsersDirectory] })
export class UsersModule {}
