import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An address or CIDR that is refused everywhere. */
@Entity('blocked_ip')
export class BlockedIpEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') ip!: string;
  @Column('text') blockType!: 'auto' | 'manual' | 'temporary';
  @Column('text') reason!: string;
  @CreateDateColumn({ type: 'timestamptz' }) blockedAt!: Date;
  /** Null: permanent. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** Set when it was lifted by hand. */
  @Column('timestamptz', { nullable: true }) liftedAt!: Date | null;
}
