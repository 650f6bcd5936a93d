// origins.mjs STORE FOLDER SERVICE-PORT LISTEN-PORT: runs four origins over a chunk store, and a proxy in front of
// the service that counts the image bytes passing through it. All origins work in the preflight. After the commit the
// first one used becomes `dying` and disappears in the middle of a chunk, the second becomes `corrupt` and sends
// wrong bytes, the third becomes `slow` and almost stalls, and the fourth stays `good`. The order depends on the
// preflight's measurements. Writes FOLDER/origins.json for convert --origins, and FOLDER/bytes.json at the end.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const [store, folder, servicePort, listenPort] = process.argv.slice(2);
const GUEST_SEES_US_AT = '10.0.2.2';
const DYING_REQUESTS = 6;
let committed = false;
const bytes = { own: 0, ownBeforeCommit: 0 };

function respond(response, content) {
  response.write(content);
  response.end();
}

const spoil = {
  dying: ({ content, response, after, server }) => {
    if (after <= DYING_REQUESTS) return respond(response, content);
    response.write(content.subarray(0, content.length >> 1), () => {
      server.close();
      server.closeAllConnections();
    });
  },
  corrupt: ({ content, response }) => {
    content[content.length >> 1] ^= 1;
    respond(response, content);
  },
  slow: async ({ content, response }) => {
    for (let at = 0; at < content.length && !response.destroyed; at += 1000) {
      response.write(content.subarray(at, at + 1000));
      await wait(200);
    }
    response.end();
  },
  good: ({ content, response }) => respond(response, content),
};

const origins = [];
const roles = Object.keys(spoil);
for (const role of roles) bytes[role] = 0;
for (const name of ['a', 'b', 'c', 'd']) {
  let after = 0;
  let role;
  const server = createServer((incoming, response) => {
    if (incoming.headers.authorization !== undefined) bytes.tokensShown = name;
    if (committed) role ??= roles.shift();
    const content = readFileSync(`${store}${incoming.url}`);
    response.writeHead(200, { 'content-length': content.length });
    const count = response.write.bind(response);
    response.write = (part, ...rest) => {
      if (role) bytes[role] += part.length;
      return count(part, ...rest);
    };
    if (!role) return respond(response, content);
    after += 1;
    return spoil[role]({ content, response, after, server });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origins.push({ name, url: `http://${GUEST_SEES_US_AT}:${server.address().port}/` });
}
writeFileSync(`${folder}/origins.json`, JSON.stringify(origins));

const proxy = createServer((incoming, response) => {
  const { url, method, headers } = incoming;
  const outgoing = request({ port: servicePort, host: '127.0.0.1', path: url, method, headers });
  outgoing.on('response', (answer) => {
    if (url.endsWith('/commit') && answer.statusCode === 200) committed = true;
    response.writeHead(answer.statusCode, answer.headers);
    answer.on('data', (part) => {
      if (url.startsWith('/images/')) bytes[committed ? 'own' : 'ownBeforeCommit'] += part.length;
    });
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
});
proxy.listen(Number(listenPort), '127.0.0.1');

process.on('SIGTERM', () => {
  writeFileSync(`${folder}/bytes.json`, JSON.stringify(bytes));
  process.exit();
});
