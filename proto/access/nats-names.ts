import { SERVICES } from './access.js';

/** NATS names of this stack. A namespace separates several stacks on one server. */
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

  /** Durable names must not contain dots. */
  durable(service: string, subject: string): string {
    return `${service}__${subject.replaceAll('.', '_')}`;
  }

  /** Subject prefix of the replies to a service's requests. No other service may subscribe to it. */
  inbox(service: string): string {
    return this.namespace ? `_INBOX_${this.namespace}_${service}` : `_INBOX_${service}`;
  }
}
