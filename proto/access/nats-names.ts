import { SERVICES } from './access.js';

/** The names that this stack uses on NATS. A namespace keeps several stacks on one server apart. */
export class NatsNames {
  constructor(private readonly namespace: string) {}

  get stream(): string {
    return this.namespace ? `CASEMENT_${this.namespace}` : 'CASEMENT';
  }

  get subjects(): string[] {
    return SERVICES.map((owner) => this.subject(`${owner}.>`));
  }

  subject(subject: string): string {
    return this.namespace ? `${this.namespace}.${subject}` : subject;
  }

  bucket(name: string): string {
    return this.namespace ? `${name}_${this.namespace}` : name;
  }

  /** Durable names must have no dots. */
  durable(service: string, subject: string): string {
    return `${service}__${subject.replaceAll('.', '_')}`;
  }

  /** Answers to a service come below this; no other service may listen there. */
  inbox(service: string): string {
    return this.namespace ? `_INBOX_${this.namespace}_${service}` : `_INBOX_${service}`;
  }
}
