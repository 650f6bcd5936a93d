import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUCKETS, CALLERS, EVENTS, METHODS, SERVICES } from '@casement/proto/access/access.js';
import { PROTO_ROOT } from '@casement/proto/files.js';
import { BLOCKED_IPS, REVOCATIONS } from '../../messaging/edge/edge-entries.js';
import type { EventSubject } from '../../messaging/event-map.js';

const services = join(__dirname, '../../../..');
const textsIn = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end) && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
const found = (texts: string[], pattern: RegExp) =>
  [
    ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]))),
  ].sort();

/** Returns the gRPC methods that a source calls through a client it creates. */
const callsOf = (text: string) =>
  [...text.matchAll(/grpcClient\('(\w+)'/g)].flatMap(([, owner]) =>
    Object.keys(METHODS).filter(
      (path) =>
        path.startsWith(`/casement.${owner}.v1.`) && text.includes(`.${path.split('/')[2]}(`),
    ),
  );
const grantsOf = (caller: string) =>
  Object.entries(METHODS)
    .filter(([, callers]) => (callers as readonly string[]).includes(caller))
    .map(([path]) => path)
    .sort();

/** Subjects that every service publishes through classes of common. */
const BY_COMMON: EventSubject[] = ['security.signal.raised.v1', 'security.audit.recorded.v1'];

describe('access table', () => {
  it('lists exactly the methods of the .proto files', () => {
    const methods = textsIn(join(PROTO_ROOT, 'casement'), '_service.proto').flatMap((text) => {
      const [, owner] = /^package (\S+);/m.exec(text)!;
      const [, service] = /^service (\w+)/m.exec(text)!;
      return [...text.matchAll(/^ {2}rpc (\w+)/gm)].map(
        ([, name]) => `/${owner}.${service}/${name}`,
      );
    });
    expect(Object.keys(METHODS).sort()).toEqual(methods.sort());
  });

  it('lists exactly the events of EventMap', () => {
    const all: Record<EventSubject, unknown> = EVENTS;
    const none: Exclude<keyof typeof EVENTS, EventSubject>[] = [];
    expect([Object.keys(all).length > 0, none]).toEqual([true, []]);
  });

  it('lists both buckets', () => {
    expect(Object.keys(BUCKETS)).toEqual([BLOCKED_IPS, REVOCATIONS]);
  });

  it('grants the desktop relay only the methods that it calls, and grants those to no other caller', () => {
    const others = CALLERS.filter((caller) => !(SERVICES as readonly string[]).includes(caller));
    expect(others).toEqual(['desktop']);
    const tables: Record<string, readonly string[]>[] = [
      ...Object.values(EVENTS),
      ...Object.values(BUCKETS),
    ];
    const named = tables.flatMap((access) => Object.values(access).flat());
    expect(named.filter((name) => (others as string[]).includes(name))).toEqual([]);
    expect(
      grantsOf('desktop').map((path) => [path, METHODS[path as keyof typeof METHODS]]),
    ).toEqual(
      textsIn(join(services, 'desktop-relay/src'), '.ts')
        .flatMap(callsOf)
        .sort()
        .map((path) => [path, ['desktop']]),
    );
  });

  describe.each(SERVICES)('%s', (service) => {
    const sources = textsIn(join(services, service, 'src'), '.ts');
    const subjects = (right: 'publish' | 'consume') =>
      Object.entries(EVENTS)
        .filter(([, access]) => (access[right] as readonly string[]).includes(service))
        .map(([subject]) => subject)
        .sort();

    it('consumes exactly the events that its handlers name', () => {
      expect(found(sources, /@OnEvent(?:Batch)?\(\s*'([^']+)'/g)).toEqual(subjects('consume'));
    });

    it('publishes exactly the events that its code adds to the outbox', () => {
      const added = found(sources, /'([a-z-]+(?:\.[a-z-]+)+\.v1)'/g).filter(
        (subject) =>
          subject.startsWith(`${service}.`) && !BY_COMMON.includes(subject as EventSubject),
      );
      expect(subjects('publish')).toEqual([...added, ...BY_COMMON].sort());
    });

    it('may call exactly the methods that its code calls', () => {
      const called = sources
        .concat(
          sources.some((text) => text.includes('userDirectory('))
            ? textsIn(join(services, 'common/src/platform/users'), '.ts')
            : [],
        )
        .concat(
          sources.some((text) => text.includes('apiKeysFrom:'))
            ? textsIn(join(services, 'common/src/platform/api-keys'), '.ts')
            : [],
        )
        .flatMap(callsOf);
      expect([...new Set(called)].sort()).toEqual(grantsOf(service));
    });
  });
});
