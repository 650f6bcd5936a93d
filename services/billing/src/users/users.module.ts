import { Module } from '@nestjs/common';
import { UserDirectory, userDirectory } from '@casement/common/users/user-directory.js';
import { BillingConfig } from '../config.js';

/** With the gateway's own time limit, the deadline is still below the ten seconds that a browser waits. */
@Module({ providers: [userDirectory(BillingConfig, 2_500)], exports: [UserDirectory] })
export class UsersModule {}
