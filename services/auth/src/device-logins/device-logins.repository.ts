import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { DeviceLogin } from './device-login.entity.js';

@Injectable()
export class DeviceLoginsRepository {
  /** @returns false: another one that has not ended has this user code */
  async insert(tx: EntityManager, login: DeviceLogin): Promise<boolean> {
    const { raw } = (await tx
      .createQueryBuilder()
      .insert()
      .into(DeviceLogin)
      .values(login)
      .orIgnore()
      .returning('id')
      .execute()) as { raw: unknown[] };
    return raw.length > 0;
  }

  /** One that is not answered yet, and no other transaction answers until `tx` ends. */
  findOpenForUpdate(tx: EntityManager, userCodeHash: Buffer): Promise<DeviceLogin | null> {
    return tx.findOne(DeviceLogin, {
      where: {
        userCodeHash,
        approvedBy: IsNull(),
        deniedAt: IsNull(),
        expiresAt: MoreThan(new Date()),
      },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** One that has not ended, answered or not. */
  findByDeviceForUpdate(tx: EntityManager, deviceCodeHash: Buffer): Promise<DeviceLogin | null> {
    return tx.findOne(DeviceLogin, {
      where: { deviceCodeHash, expiresAt: MoreThan(new Date()) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async change(tx: EntityManager, id: string, change: Partial<DeviceLogin>): Promise<void> {
    await tx.update(DeviceLogin, { id }, change);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(DeviceLogin, { id });
  }
}
