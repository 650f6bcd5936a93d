import { BUCKETS, EVENTS, SERVICES, STREAM_OWNER, type ServiceName } from './access.js';
import { NatsNames } from './nats-names.js';

export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

const has = (services: readonly ServiceName[], service: ServiceName) => services.includes(service);

/**
 * What a service's NATS user is allowed, from the table of access: its events, its own durable consumers, the buckets,
 * and of JetStream's API only what these take. Everything else is refused by the server.
 */
export function natsPermissions(service: ServiceName, names: NatsNames): NatsPermissions {
  const { stream } = names;
  const publish = [
    '$JS.API.INFO',
    `$JS.API.STREAM.CREATE.${stream}`,
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.CONSUMER.LIST.${stream}`,
  ];
  if (service === STREAM_OWNER) publish.push(`$JS.API.STREAM.UPDATE.${stream}`);
  for (const [name, access] of Object.entries(EVENTS)) {
    const subject = names.subject(name);
    if (has(access.publish, service)) publish.push(subject);
    if (!has(access.consume, service)) continue;
    const durable = names.durable(service, name);
    publish.push(
      // The subject is part of the request's own, and the server holds the consumer to it.
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${subject}`,
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
    );
  }
  for (const [name, access] of Object.entries(BUCKETS)) {
    const bucket = names.bucket(name);
    const kv = `KV_${bucket}`;
    if (service === STREAM_OWNER) publish.push(`$JS.API.STREAM.UPDATE.${kv}`);
    if (has(access.read, service)) {
      publish.push(
        `$JS.API.STREAM.CREATE.${kv}`,
        `$JS.API.STREAM.INFO.${kv}`,
        // Watches have random names, which no other service can list.
        `$JS.API.CONSUMER.CREATE.${kv}.*.$KV.${bucket}.>`,
        `$JS.API.CONSUMER.INFO.${kv}.*`,
        `$JS.API.CONSUMER.DELETE.${kv}.*`,
        `$JS.FC.${kv}.>`,
      );
    }
    if (has(access.write, service)) {
      // No DIRECT.GET: its answer, the stored text itself, may be sent to any subject, an event's among them.
      publish.push(`$KV.${bucket}.>`, `$JS.API.STREAM.MSG.GET.${kv}`);
    }
  }
  return { publish, subscribe: [`${names.inbox(service)}.>`] };
}

/**
 * The `authorization` block of a nats-server's configuration, a user for every service.
 *
 * @param passwordOf how a password is written there: a quoted text, or `$NAME` for a variable of the server's environment
 */
export function natsUsers(
  passwordOf: (service: ServiceName) => string,
  names = new NatsNames(''),
): string {
  const list = (subjects: string[]) => subjects.map((one) => `          "${one}"`).join('\n');
  const users = SERVICES.map((service) => {
    const { publish, subscribe } = natsPermissions(service, names);
    return [
      '    {',
      `      user: ${service}`,
      `      password: ${passwordOf(service)}`,
      '      permissions {',
      '        publish { allow: [',
      list(publish),
      '        ] }',
      '        subscribe { allow: [',
      list(subscribe),
      '        ] }',
      '      }',
      '    }',
    ].join('\n');
  });
  return ['authorization {', '  users: [', ...users, '  ]', '}'].join('\n');
}
