import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

@Entity('credit')
export class CreditEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') topupId!: string;
  @Column('bigint', { transformer: bigintNumber }) finalAmount!: number;
}
