import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MailBrand } from '@casement/common/platform/mail/mail-brand.js';
import type { BrandChanged } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { BrandRepository } from './brand.repository.js';

/** Copy of the brand, which auth owns. Casement until auth publishes another one. */
@Injectable()
export class BrandService {
  constructor(private readonly repository: BrandRepository) {}

  name(tx: EntityManager): Promise<string> {
    return this.repository.name(tx);
  }

  async forMails(): Promise<MailBrand> {
    const { name, accent, senderName, png, width, height } = await this.repository.find();
    const logo = png && width && height ? { png, width, height } : null;
    return { name, accent, senderName, logo };
  }

  /** Ignores repeated and overtaken events, so no inbox is needed. */
  apply({ logo, ...brand }: BrandChanged): Promise<void> {
    return this.repository.save({
      ...brand,
      logo: logo ? { ...logo, png: Buffer.from(logo.png, 'base64') } : null,
    });
  }
}
