import { Module } from '@nestjs/common';
import { LinksModule } from './links/links.module.js';
import { NoticesModule } from './notices/notices.module.js';

@Module({ imports: [LinksModule, NoticesModule] })
export class AppModule {}
