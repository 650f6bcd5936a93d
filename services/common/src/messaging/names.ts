const OWNERS = ['auth', 'billing', 'install', 'telegram', 'security'];

/** The names that this stack uses on NATS. A namespace keeps several stacks on one server apart. */
export class NatsNames {
  constructor(private readonly namespace: string) {}

  get stream(): string {
    return this.namespace ? `CASEMENT_${this.namespace}` : 'CASEMENT';
  }

  get subjects(): string[] {
    return OWNERS.map((owner) => this.subject(`${owner}.>`));
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
}
