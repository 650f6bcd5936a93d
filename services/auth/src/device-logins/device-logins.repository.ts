import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { DeviceLoginEntity } from './device-login.entity.js';

@Injectable()
export class DeviceLoginsRepository {
  /** @returns false if another pending login has this user code */
  async insert(tx: EntityManager, login: DeviceLoginEntity): Promise<boolean> {
    const { raw } = (await tx
      .createQueryBuilder()
      .insert()
      .into(DeviceLoginEntity)
      .values(login)
      .orIgnore()
      .returning('id')
      .execute()) as { raw: unknown[] };
    return raw.length > 0;
  }

  findOpenForUpdate(tx: EntityManager, userCodeHash: Buffer): Promise<DeviceLoginEntity | null> {
    return tx.findOne(DeviceLoginEntity, {
      where: {
        userCodeHash,
        approvedBy: IsNull(),
        deniedAt: IsNull(),
        expiresAt: MoreThan(new Date()),
      },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Finds and locks a login that has not expired, answered or not. */
  findByDeviceForUpdate(
    tx: EntityManager,
    deviceCodeHash: Buffer,
  ): Promise<DeviceLoginEntity | null> {
    return tx.findOne(DeviceLoginEntity, {
      where: { deviceCodeHash, expiresAt: MoreThan(new Date()) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async change(tx: EntityManager, id: string, change: Partial<DeviceLoginEntity>): Promise<void> {
    await tx.update(DeviceLoginEntity, { id }, change);
  }

  async removeApprovedBy(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(DeviceLoginEntity, { approvedBy: userId });
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(DeviceLoginEntity, { id });
  }
}
