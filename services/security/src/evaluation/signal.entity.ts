import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Possible sign of an attack, reported by a service or the gateway. */
@Entity('signal')
export class SignalEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: string;
  @Column('text', { nullable: true }) ip!: string | null;
  /** Address by which signals are counted: the IPv4 address, or the /64 for IPv6. */
  @Column('text', { nullable: true }) source!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('text') service!: string;
  @Column('text') detail!: string;
  @Column('timestamptz') occurredAt!: Date;
  /** Number of equal signals that the service combined into this signal. */
  @Column('integer') count!: number;
}

export type NewSignal = Omit<SignalEntity, 'source'>;
