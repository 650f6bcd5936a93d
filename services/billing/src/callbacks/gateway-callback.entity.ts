import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderName } from '../payment-providers/payment-provider.js';

/**
 * Received callback, unprocessed until `processedAt` is set. Bodies are unique: a replay only increments
 * `deliveries`.
 */
@Entity('gateway_callback')
export class GatewayCallbackEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') provider!: ProviderName;
  @Column('bytea') body!: Buffer;
  @Column('text') bodySha256!: string;
  @Column('integer') deliveries!: number;
  @Column('uuid', { nullable: true }) topupId!: string | null;
  @Column('text', { nullable: true }) outcome!: string | null;
  @Column('integer') attempts!: number;
  @Column('timestamptz') nextAttemptAt!: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) receivedAt!: Date;
  @Column('timestamptz', { nullable: true }) processedAt!: Date | null;
}
