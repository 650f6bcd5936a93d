import { BUCKETS, EVENTS, SERVICES, STREAM_OWNER, type ServiceName } from './access.js';
import { NatsNames } from './nats-names.js';

export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

const has = (services: readonly ServiceName[], service: ServiceName) => services.includes(service);

/**
 * Returns the permissions of a service's NATS user from the access table: its events, its durable consumers, the
 * buckets and the required parts of the JetStream API. The server refuses everything else.
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
      // The server rejects a request whose filter subject differs from the one in the request's subject.
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
        // The consumers of watches have random names, which other services cannot list.
        `$JS.API.CONSUMER.CREATE.${kv}.*.$KV.${bucket}.>`,
        `$JS.API.CONSUMER.INFO.${kv}.*`,
        `$JS.API.CONSUMER.DELETE.${kv}.*`,
        `$JS.FC.${kv}.>`,
      );
    }
    if (has(access.write, service)) {
      // DIRECT.GET is not allowed because the client could send its reply, the stored text, to any subject, including
      // an event's.
      publish.push(`$KV.${bucket}.>`, `$JS.API.STREAM.MSG.GET.${kv}`);
    }
  }
  return { publish, subscribe: [`${names.inbox(service)}.>`] };
}

/**
 * Returns the `authorization` block of a nats-server configuration with a user per service.
 *
 * @param passwordOf returns the password as written in the file: a quoted string, or `$NAME` for an environment
 * variable of the server
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
