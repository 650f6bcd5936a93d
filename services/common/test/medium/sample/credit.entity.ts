import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/database/bigint-number.js';

@Entity()
export class Credit {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') topupId!: string;
  @Column('bigint', { transformer: bigintNumber }) finalAmount!: number;
}
