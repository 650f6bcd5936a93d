import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('terms_acceptance')
export class TermsAcceptanceEntity {
  @PrimaryColumn('uuid') userId!: string;
  @PrimaryColumn('integer') version!: number;
  @Column('timestamptz') acceptedAt!: Date;
}
