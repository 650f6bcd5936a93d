import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** Address that no simulated VPS uses, in the network to which the demo's product may connect. */
const HOST = '127.30.255.1';

/** Returns the URL of the receiver of the demo at this port. */
export const receiverUrl = (port: number | string): string => `http://${HOST}:${port}/casement`;

/** Starts a customer's server that accepts every event except refunds, so that one delivery fails. */
export async function startReceiver(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (!body.includes('"topup.refunded"')) return response.writeHead(204).end();
      return response.writeHead(501).end('Refunds are not booked automatically yet.');
    });
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return server;
}
