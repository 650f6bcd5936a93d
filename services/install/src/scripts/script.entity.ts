import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

@Entity('script')
export class ScriptEntity {
  @PrimaryColumn('uuid') id!: string;
  /** `null` for a script that operators offer to all users. */
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('text') contentSealed!: string;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt!: Date;
}
