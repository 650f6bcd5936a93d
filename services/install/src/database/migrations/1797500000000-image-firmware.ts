import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Firmware of image builds. `null` means UEFI, which all earlier builds used. */
export class ImageFirmware1797500000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE image_job
        ADD firmware text CONSTRAINT image_job_firmware_check CHECK (firmware IN ('uefi', 'bios'))
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE image_job DROP COLUMN firmware');
  }
}
