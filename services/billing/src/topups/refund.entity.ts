import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RefundOrigin, RefundState } from '@casement/proto/http/billing/refunds.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** Refund of a top-up, which has at most one. A refund that was not made can be restarted. */
@Entity('refund')
export class RefundEntity {
  @PrimaryColumn('uuid') topupId!: string;
  /** Number of earlier attempts that were not made. Names the ledger's source and the provider's idempotency key. */
  @Column('integer') attempt!: number;
  /** Whether an administrator returns the money or found it returned. */
  @Column('boolean') byHand!: boolean;
  @Column('text') state!: RefundState;
  @Column('text') origin!: RefundOrigin;
  /** Quota whose price is returned. */
  @Column('integer') quantity!: number;
  /** Quota held or taken back; less than `quantity` if some was spent. */
  @Column('integer') taken!: number;
  /** Rp returned to the customer. */
  @Column('bigint', { transformer: bigintNumber }) amount!: number;
  /** The administrator's reason; empty for other origins. */
  @Column('text') reason!: string;
  /** Reference of the provider's refund, or of the transfer made by hand. */
  @Column('text', { nullable: true }) reference!: string | null;
  /** Reason why the refund was not made or, if it was, why the money did not reach the customer. */
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('uuid', { nullable: true }) actorId!: string | null;
  /** Next attempt to learn the outcome. */
  @Column('timestamptz', { nullable: true }) nextCheckAt!: Date | null;
  /** Last request to the provider. `null` if it was never sent or certainly did not arrive. */
  @Column('timestamptz', { nullable: true }) calledAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

/** Returns whether the money of a refund came back, and was not transferred by hand since. */
export const hasFailed = ({ state, failure }: Pick<RefundEntity, 'state' | 'failure'>): boolean =>
  state === 'refunded' && failure !== null;

/** Time after which an administrator may decide by the provider's dashboard what became of a request. */
const UNKNOWN_MS = 24 * 60 * 60_000;

/** Returns whether the provider may be returning the money right now, or may have done so without our knowledge. */
export const isOutcomeUnknown = ({
  state,
  calledAt,
}: Pick<RefundEntity, 'state' | 'calledAt'>): boolean =>
  state === 'refund_pending' && calledAt !== null && Date.now() - calledAt.getTime() < UNKNOWN_MS;

export const isInProgress = ({ state }: Pick<RefundEntity, 'state'>): boolean =>
  state === 'refund_pending' || state === 'by_hand';
