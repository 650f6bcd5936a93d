import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type {
  WebhookEvent,
  WebhookPauseReason,
} from '@casement/proto/http/install/webhooks/webhooks.js';

@Entity('webhook_endpoint')
export class WebhookEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('text') url!: string;
  @Column('text', { array: true }) events!: WebhookEvent[];
  /** Sealed. */
  @Column('text') secret!: string;
  /** Sealed. Also valid until `previousSecretUntil`. */
  @Column('text', { nullable: true }) previousSecret!: string | null;
  @Column('timestamptz', { nullable: true }) previousSecretUntil!: Date | null;
  @Column('timestamptz', { nullable: true }) pausedAt!: Date | null;
  @Column('text', { nullable: true }) pauseReason!: WebhookPauseReason | null;
  /** First failure since the last successful delivery. */
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  /** The last attempt failed or was slow, or there was none. Such endpoints are served by the slow queue. */
  @Column('boolean') slow!: boolean;

  /** Expiry of a listener, which has no URL. `null` for an endpoint created by its user. */
  @Column('timestamptz', { nullable: true }) listeningUntil!: Date | null;

  @Column('timestamptz') runAfter!: Date;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
