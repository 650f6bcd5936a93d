import { Module } from '@nestjs/common';
import { UserDirectory, userDirectory } from '@casement/common/platform/users/user-directory.js';
import { BillingConfig } from '../config.js';

/** Stays below the browser's 10 s together with the payment provider's timeout. */
const DEADLINE_MS = 2_500;

/** User names and email addresses, read from auth. */
@Module({ providers: [userDirectory(BillingConfig, DEADLINE_MS)], exports: [UserDirectory] })
export class UsersModule {}
