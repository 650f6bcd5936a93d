import { Module } from '@nestjs/common';
import { UserDirectory, userDirectory } from '@casement/common/platform/users/user-directory.js';
import { TelegramConfig } from '../config.js';
import { AccountFigures } from './account-figures.js';
import { DeletedUsersConsumer } from '../deleted-users/deleted-users.consumer.js';
import { DeletedUsersService } from '../deleted-users/deleted-users.service.js';

/** What the other services know of a user, and the deletion of users here. */
@Module({
  controllers: [DeletedUsersConsumer],
  providers: [AccountFigures, DeletedUsersService, userDirectory(TelegramConfig, 1_500)],
  exports: [AccountFigures, DeletedUsersService, UserDirectory],
})
export class UsersModule {}
