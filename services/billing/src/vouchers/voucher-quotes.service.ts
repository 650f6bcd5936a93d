import { Injectable } from '@nestjs/common';
import type { TopupQuoteRequest } from '@casement/proto/http/billing/topups.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { QuotesService, type ProductQuote } from '../products/quotes.service.js';
import { voucherErrors } from './voucher.errors.js';
import type { VoucherEntity } from './voucher.entity.js';
import { VouchersService } from './vouchers.service.js';

export interface QuotedVoucher {
  code: string;
  basisPoints: number | null;
  quota: number | null;
  /** Whether the discount of the quote is the voucher's. */
  applied: boolean;
  refusal: DomainError | null;
}

export interface VoucherQuote extends ProductQuote {
  voucher: QuotedVoucher | null;
}

export interface OrderQuote extends ProductQuote {
  /** Voucher that the order must reserve; `null` if its discount is not used. */
  voucherCode: string | null;
}

/** Prices of top-ups with a voucher. Never combined with the discount for the quantity: the better one counts. */
@Injectable()
export class VoucherQuotesService {
  constructor(
    private readonly quotes: QuotesService,
    private readonly vouchers: VouchersService,
  ) {}

  /** A voucher that cannot be used leaves the price unchanged and has a refusal. */
  async preview(actor: Actor, request: TopupQuoteRequest): Promise<VoucherQuote> {
    const plain = await this.quotes.quote(request);
    const { voucher_code: typed, quantity } = request;
    if (typed === undefined) return { ...plain, voucher: null };
    try {
      const found = await this.known(actor, typed);
      const { code, basisPoints, quota } = found;
      const refusal = await this.vouchers.refusal(found, actor.userId, quantity);
      const quote = refusal ? plain : this.quotes.withVoucher(plain, basisPoints ?? 0);
      const applied = quote.discountBasisPoints > plain.discountBasisPoints;
      return { ...quote, voucher: { code, basisPoints, quota, applied, refusal } };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const unusable = { code: typed, basisPoints: null, quota: null, applied: false };
      return { ...plain, voucher: { ...unusable, refusal: error } };
    }
  }

  /**
   * Returns the price of an order, which must then reserve the voucher.
   *
   * @throws VOUCHER_UNKNOWN, VOUCHER_WRONG_KIND, RATE_LIMITED
   */
  async forOrder(actor: Actor, request: TopupQuoteRequest): Promise<OrderQuote> {
    const plain = await this.quotes.quote(request);
    if (request.voucher_code === undefined) return { ...plain, voucherCode: null };
    const { code, basisPoints } = await this.known(actor, request.voucher_code);
    if (basisPoints === null) throw voucherErrors.needsNoOrder();
    if (basisPoints <= plain.discountBasisPoints) return { ...plain, voucherCode: null };
    return { ...this.quotes.withVoucher(plain, basisPoints), voucherCode: code };
  }

  private async known(actor: Actor, code: string): Promise<VoucherEntity> {
    const voucher = await this.vouchers.find(actor, code);
    if (!voucher) throw voucherErrors.unknown();
    return voucher;
  }
}
