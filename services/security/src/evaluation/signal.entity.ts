import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that may be an attack, as one of the services or the gateway reported it. */
@Entity('signal')
export class SignalEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: string;
  @Column('text', { nullable: true }) ip!: string | null;
  /** What is evaluated: the address itself, of IPv6 its /64. */
  @Column('text', { nullable: true }) source!: string | null;
  @Column('uuid', { nullable: true }) userId!: string | null;
  /** The service that raised it. */
  @Column('text') service!: string;
  @Column('text') detail!: string;
  @Column('timestamptz') occurredAt!: Date;
  /** How many alike it stands for, summed up by the service that saw them. */
  @Column('integer') count!: number;
}

/** A signal as it comes in. */
export type NewSignal = Omit<SignalEntity, 'source'>;
