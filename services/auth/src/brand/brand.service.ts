import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import type { MailBrand } from '@casement/common/platform/mail/mail-brand.js';
import { BRAND_IMAGES, type BrandImage } from '@casement/proto/http/auth/brand-limits.js';
import type { BrandForPages, BrandSettings } from '@casement/proto/http/auth/brand.js';
import { encodeBrandImage } from './brand-image.js';
import type { BrandImageEntity } from './brand-image.entity.js';
import type { BrandEntity } from './brand.entity.js';
import { brandErrors } from './brand.errors.js';
import { toBrand, toBrandForLegalPages, toBrandForPages, toBrandSettings } from './brand.mapper.js';
import { BrandRepository } from './brand.repository.js';

export type Brand = BrandEntity;

@Injectable()
export class BrandService {
  constructor(
    private readonly db: Database,
    private readonly brands: BrandRepository,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /** For commands, which run without Nest's container. */
  static standalone(db: Database, outbox: Outbox, audit: Audit): BrandService {
    return new BrandService(db, new BrandRepository(db), audit, outbox);
  }

  get(): Promise<Brand> {
    return this.brands.find();
  }

  async settings(): Promise<BrandSettings> {
    return toBrandSettings(await this.brands.find());
  }

  async forPages(): Promise<BrandForPages> {
    const brand = await this.brands.find();
    return toBrandForPages(brand, await this.logo(brand));
  }

  async forLegalPages(): Promise<BrandForPages> {
    const brand = await this.brands.find();
    return toBrandForLegalPages(brand, await this.logo(brand));
  }

  async forMails(tx?: EntityManager): Promise<MailBrand> {
    const brand = await this.brands.find(tx);
    const { name, accent, mailSenderName: senderName } = brand;
    return { name, accent, senderName, logo: await this.logo(brand, tx) };
  }

  /** @throws brandErrors.imageUnreadable, imageTooLarge or imageTooDetailed */
  async addImage(kind: BrandImage, upload: Buffer): Promise<{ hash: string }> {
    const image = encodeBrandImage(kind, upload);
    await this.brands.addImage(image);
    return { hash: image.hash };
  }

  /** @throws brandErrors.imageNotFound */
  async getImage(hash: string): Promise<BrandImageEntity> {
    const image = await this.brands.findImage(hash);
    if (!image) throw brandErrors.imageNotFound();
    return image;
  }

  /** @throws brandErrors.imageUnknown */
  async save(settings: BrandSettings): Promise<BrandSettings> {
    return this.db.transaction(async (tx) => {
      const before = await this.brands.lock(tx);
      await this.checkImages(tx, settings);
      const brand = { ...before, ...toBrand(settings), version: before.version + 1 };
      await this.brands.save(tx, brand);
      await this.brands.removeUnusedImages(tx);
      await this.audit.record(tx, {
        action: 'brand.updated',
        target: 'brand:brand',
        before: toBrandSettings(before),
        after: settings,
      });
      const logo = await this.logo(brand, tx);
      await this.outbox.add(
        tx,
        'auth.brand.changed.v1',
        {
          version: brand.version,
          name: brand.name,
          accent: brand.accent ?? '',
          logo: logo
            ? { png: logo.png.toString('base64'), width: logo.width, height: logo.height }
            : undefined,
          mailSenderName: brand.mailSenderName ?? '',
        },
        { key: 'brand' },
      );
      return toBrandSettings(brand);
    });
  }

  private async checkImages(tx: EntityManager, settings: BrandSettings): Promise<void> {
    for (const kind of BRAND_IMAGES) {
      const hash = settings[kind];
      if (hash !== null && !(await this.brands.findImage(hash, tx)))
        throw brandErrors.imageUnknown(kind);
    }
  }

  /** Logo for light backgrounds. */
  private async logo(
    { logoLight, logoDark }: BrandEntity,
    tx?: EntityManager,
  ): Promise<BrandImageEntity | null> {
    const hash = logoLight ?? logoDark;
    return hash === null ? null : this.brands.findImage(hash, tx);
  }
}
