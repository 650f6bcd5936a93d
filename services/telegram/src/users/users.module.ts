import { Module } from '@nestjs/common';
import { UserDirectory, userDirectory } from '@casement/common/platform/users/user-directory.js';
import { TelegramConfig } from '../config.js';
import { AccountFigures } from './account-figures.js';

@Module({
  providers: [AccountFigures, userDirectory(TelegramConfig, 1_500)],
  exports: [AccountFigures, UserDirectory],
})
export class UsersModule {}
