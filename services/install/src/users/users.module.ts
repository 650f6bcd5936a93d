import { Module } from '@nestjs/common';
import { UserDirectory, userDirectory } from '@casement/common/platform/users/user-directory.js';
import { InstallConfig } from '../config.js';

@Module({ providers: [userDirectory(InstallConfig, 800)], exports: [UserDirectory] })
export class UsersModule {}
