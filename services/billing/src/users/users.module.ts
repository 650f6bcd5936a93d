import { Module } from '@nestjs/common';
import { UserDirectory, userDirectory } from '@casement/common/platform/users/user-directory.js';
import { BillingConfig } from '../config.js';

/** Together with the payment provider's timeout it stays below the browser's 10 s. */
const DEADLINE_MS = 2_500;

/** User names and email addresses, read from auth. */
@Module({ providers: [userDirectory(BillingConfig, DEADLINE_MS)], exports: [UserDirectory] })
export class UsersModule {}
