import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { WebhookEvent, WebhookPauseReason } from '@casement/proto/http/webhooks.js';

/** An address that a user has events sent to, with the lease of the worker that sends them. */
@Entity('webhook_endpoint')
export class WebhookEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('text') url!: string;
  @Column('text', { array: true }) events!: WebhookEvent[];
  /** Sealed. */
  @Column('text') secret!: string;
  /** Sealed; valid beside the present one until then. */
  @Column('text', { nullable: true }) previousSecret!: string | null;
  @Column('timestamptz', { nullable: true }) previousSecretUntil!: Date | null;
  @Column('timestamptz', { nullable: true }) pausedAt!: Date | null;
  @Column('text', { nullable: true }) pauseReason!: WebhookPauseReason | null;
  /** The first failure since the last delivery that arrived. */
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  /** Its last try failed or took long, or there was none: it is served apart from the quick ones. */
  @Column('boolean') slow!: boolean;

  /** Of a listener, which has no address: until when it is waited for. Null: an endpoint that its user has made. */
  @Column('timestamptz', { nullable: true }) listeningUntil!: Date | null;

  @Column('timestamptz') runAfter!: Date;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
