import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A refresh token that was given out; spent ones stay, so that reuse is noticed. */
@Entity('refresh_token')
export class RefreshTokenEntity {
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('uuid') sessionId!: string;
  @Column('integer') generation!: number;
}
