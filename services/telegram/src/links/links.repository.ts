import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { LinkEntity } from './link.entity.js';

@Injectable()
export class LinksRepository {
  constructor(private readonly db: Database) {}

  /** Users without a link are left out. */
  byUsers(userIds: string[]): Promise<LinkEntity[]> {
    return this.db.manager.findBy(LinkEntity, { userId: In(userIds) });
  }
}
