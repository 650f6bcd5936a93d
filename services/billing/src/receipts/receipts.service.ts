import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type {
  AdminReceiptsQuery,
  ReceiptKind,
  ReceiptParty,
} from '@casement/proto/http/billing/receipts.js';
import type { BrandChanged } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { totalOf } from '../money.js';
import { ReceiptLogosRepository } from './receipt-logos.repository.js';
import { includedTax } from './receipt-tax.js';
import type { ReceiptEntity } from './receipt.entity.js';
import type { ReceiptSettingsEntity } from './receipt-settings.entity.js';
import { receiptErrors } from './receipts.errors.js';
import { ReceiptsRepository } from './receipts.repository.js';

/** Paid order, as far as a receipt states it. */
export type PaidOrder = Pick<
  ReceiptEntity,
  | 'id'
  | 'userId'
  | 'productName'
  | 'quantity'
  | 'unitPriceSen'
  | 'totalAmount'
  | 'discountBasisPoints'
  | 'discountAmount'
  | 'finalAmount'
  | 'paymentName'
  | 'paidAt'
> & {
  merchantRef: string;
  reference: string | null;
  /** Rp including the fee; `null` if no fee is known. */
  payableAmount: number | null;
  bpayMicro: bigint | null;
};

export interface RefundedOrder {
  topupId: string;
  /** Quota whose price is returned. */
  quantity: number;
  /** Rp returned. */
  amount: number;
  usdtMicro: bigint | null;
}

@Injectable()
export class ReceiptsService {
  constructor(
    private readonly receipts: ReceiptsRepository,
    private readonly logos: ReceiptLogosRepository,
  ) {}

  /** @returns PNG file of the logo at that time; `null` if the brand had none */
  logoAt(issuedAt: Date): Promise<Buffer | null> {
    return this.logos.at(issuedAt);
  }

  /** Stores a changed logo. Ignores repeated and overtaken events, so no inbox is needed. */
  applyBrand({ version, logo }: BrandChanged): Promise<void> {
    return this.logos.save(version, logo ? Buffer.from(logo.png, 'base64') : null);
  }

  /**
   * Issues the receipt of a paid order with the current settings and buyer. Call it late in the transaction, because
   * other receipts wait for the locked counter. The caller must hold the order's lock, for which a deletion of the
   * account waits.
   *
   * @returns the receipt number, or null until the seller's name is configured
   */
  async issue(tx: EntityManager, order: PaidOrder): Promise<string | null> {
    const settings = await this.receipts.settings(tx);
    if (settings.sellerName === '') return null;
    const buyer = await this.receipts.buyer(order.userId, tx);
    const numbered = await this.number(tx, 'receipt', settings.receiptPrefix);
    await this.receipts.insert(tx, {
      ...numbered,
      corrects: null,
      topupId: order.id,
      userId: order.userId,
      sellerName: settings.sellerName,
      sellerAddress: settings.sellerAddress,
      sellerTaxId: settings.sellerTaxId,
      buyerName: buyer?.name ?? null,
      buyerAddress: buyer?.address ?? null,
      buyerTaxId: buyer?.taxId ?? null,
      productName: order.productName,
      quantity: order.quantity,
      unitPriceSen: order.unitPriceSen,
      totalAmount: order.totalAmount,
      discountBasisPoints: order.discountBasisPoints,
      discountAmount: order.discountAmount,
      finalAmount: order.finalAmount,
      feeAmount: feeOf(order),
      paidUsdtMicro: order.bpayMicro,
      paymentName: order.paymentName,
      reference: order.reference ?? order.merchantRef,
      paidAt: order.paidAt,
      ...taxOf(settings, order.finalAmount),
    });
    return numbered.number;
  }

  /**
   * Issues the credit note of a refund. It corrects the order's receipt and repeats its seller and buyer. Call it late in
   * the transaction, because other credit notes wait for the locked counter.
   *
   * @returns its number, or null if the order has no receipt yet
   */
  async issueCreditNote(tx: EntityManager, refund: RefundedOrder): Promise<string | null> {
    const receipt = await this.receipts.findOfTopup(tx, refund.topupId);
    if (!receipt) return null;
    const { creditNotePrefix } = await this.receipts.settings(tx);
    const numbered = await this.number(tx, 'credit_note', creditNotePrefix);
    await this.receipts.insert(tx, {
      ...receipt,
      ...(refund.quantity < receipt.quantity && partOf(receipt, refund)),
      ...numbered,
      corrects: receipt.number,
    });
    return numbered.number;
  }

  private async number(tx: EntityManager, kind: ReceiptKind, prefix: string) {
    const issuedAt = new Date();
    const year = jakartaYear(issuedAt);
    const serial = await this.receipts.nextSerial(tx, kind, year);
    const number = `${prefix}-${year}-${String(serial).padStart(6, '0')}`;
    return { id: newId(), kind, year, serial, number, issuedAt };
  }

  /**
   * Lets one replica at a time issue missing receipts, until `tx` ends.
   *
   * @returns false until the seller's name is configured
   */
  async lockBacklog(tx: EntityManager): Promise<boolean> {
    return (await this.receipts.lockSettings(tx)).sellerName !== '';
  }

  /** @throws NOT_FOUND, also for another user's receipt */
  async own(actor: Actor, number: string): Promise<ReceiptEntity> {
    const receipt = await this.receipts.findOf(actor.userId, number);
    if (!receipt) throw receiptErrors.notFound();
    return receipt;
  }

  /** Oldest first. */
  allOf(actor: Actor): AsyncGenerator<ReceiptEntity> {
    return this.receipts.ofUser(actor.userId);
  }

  /** Newest first. */
  page(query: AdminReceiptsQuery): Promise<ListPage<ReceiptEntity>> {
    return this.receipts.page(query);
  }

  /** Oldest first. */
  ofMonth(month: string): AsyncGenerator<ReceiptEntity> {
    return this.receipts.ofMonth(month);
  }

  async buyer({ userId }: Pick<Actor, 'userId'>): Promise<ReceiptParty> {
    const buyer = await this.receipts.buyer(userId);
    return { name: buyer?.name ?? '', address: buyer?.address ?? '', tax_id: buyer?.taxId ?? '' };
  }

  async saveBuyer({ userId }: Actor, { name, address, tax_id }: ReceiptParty): Promise<void> {
    await this.receipts.saveBuyer({ userId, name, address, taxId: tax_id });
  }

  /** Erases the buyer of a deleted user; numbers, dates and amounts stay in the books. */
  eraseBuyer(tx: EntityManager, userId: string): Promise<void> {
    return this.receipts.eraseBuyer(tx, userId);
  }
}

const YEAR = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'Asia/Jakarta' });
const jakartaYear = (at: Date): number => Number(YEAR.format(at));

/**
 * Amounts of a refunded part, whose difference to the list price is shown as discount. The fee is not refunded. With a
 * price in sen, the rounding of the parts can make the refund 1 Rp higher than the list price of its part.
 */
function partOf(
  { unitPriceSen, taxLabel, taxRateBasisPoints, taxBaseFactor }: ReceiptEntity,
  { quantity, amount, usdtMicro }: RefundedOrder,
): Partial<ReceiptEntity> {
  const totalAmount = Math.max(totalOf(quantity, unitPriceSen), amount);
  return {
    quantity,
    totalAmount,
    discountBasisPoints: 0,
    discountAmount: totalAmount - amount,
    finalAmount: amount,
    feeAmount: 0,
    paidUsdtMicro: usdtMicro,
    ...taxOf({ taxLabel, taxRateBasisPoints, taxBaseFactor }, amount),
  };
}

/** A USDT transfer has no fee. */
const feeOf = ({ bpayMicro, payableAmount, finalAmount }: PaidOrder): number =>
  bpayMicro === null && payableAmount !== null ? payableAmount - finalAmount : 0;

function taxOf(
  {
    taxLabel,
    taxRateBasisPoints,
    taxBaseFactor,
  }: Pick<ReceiptSettingsEntity, 'taxLabel' | 'taxRateBasisPoints' | 'taxBaseFactor'>,
  price: number,
): Pick<ReceiptEntity, 'taxLabel' | 'taxRateBasisPoints' | 'taxBaseFactor' | 'taxAmount'> {
  const taxAmount =
    taxRateBasisPoints === null || taxBaseFactor === null
      ? null
      : includedTax(price, { rateBasisPoints: taxRateBasisPoints, baseFactor: taxBaseFactor });
  return { taxLabel, taxRateBasisPoints, taxBaseFactor, taxAmount };
}
