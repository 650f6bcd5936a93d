import { natsServers } from './nats-servers.js';

describe(natsServers.name, () => {
  it('reads one address or several, with or without scheme', () => {
    expect(natsServers('nats://a:4222')).toEqual({ servers: ['nats://a:4222'] });
    expect(natsServers('a:4222, tls://b:4223')).toEqual({
      servers: ['nats://a:4222', 'tls://b:4223'],
      tls: {},
    });
  });

  it('takes the credentials out of the address', () => {
    expect(natsServers('nats://casement:p%40ss@a:4222,nats://b:4222')).toEqual({
      servers: ['nats://a:4222', 'nats://b:4222'],
      user: 'casement',
      pass: 'p@ss',
    });
  });
});
