import { Module } from '@nestjs/common';
import { DeletedUsersModule } from './deleted-users/deleted-users.module.js';
import { LinksModule } from './links/links.module.js';
import { NoticesModule } from './notices/notices.module.js';

@Module({ imports: [DeletedUsersModule, LinksModule, NoticesModule] })
export class AppModule {}
