// proxy.mjs PORT FILE: forwards PORT to PORT-1 until FILE exists, then accepts connections without responding.
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const [port, file] = process.argv.slice(2);
createServer((socket) => {
  socket.on('error', () => {});
  if (existsSync(file)) return;
  const to = connect(Number(port) - 1, '127.0.0.1');
  to.on('error', () => socket.destroy());
  socket.pipe(to).pipe(socket);
}).listen(Number(port), '127.0.0.1');
