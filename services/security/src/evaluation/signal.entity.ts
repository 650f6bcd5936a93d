import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A possible sign of an attack, reported by a service or the gateway. */
@Entity('signal')
export class SignalEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: string;
  @Column('text', { nullable: true }) ip!: string | null;
  /** Address that is evaluated: for IPv6 its /64. */
  @Column('text', { nullable: true }) source!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
  /** The service that raised it. */
  @Column('text') service!: string;
  @Column('text') detail!: string;
  @Column('timestamptz') occurredAt!: Date;
  /** Number of equal signals that the service combined into this one. */
  @Column('integer') count!: number;
}

export type NewSignal = Omit<SignalEntity, 'source'>;
