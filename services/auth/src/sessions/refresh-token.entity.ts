import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An issued refresh token. Spent tokens are kept to detect reuse. */
@Entity('refresh_token')
export class RefreshTokenEntity {
  @PrimaryColumn('bytea') tokenHash!: Buffer;
  @Column('uuid') sessionId!: string;
  @Column('integer') generation!: number;
}
