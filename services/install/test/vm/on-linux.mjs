// Runs the script on stdin as root (LAB_USER) on the lab's VPS and prints what it says.
import { text } from 'node:stream/consumers';
import { connectSsh } from '../../dist/engine/ssh/connect.js';

const ssh = await connectSsh({
  host: process.env.LAB_ADDRESS ?? '127.0.0.10',
  port: Number(process.env.LAB_PORT ?? 22),
  username: process.env.LAB_USER ?? 'root',
  password: process.env.CASEMENT_ROOT_PASSWORD,
});
const { stdout, exitCode } = await ssh.run(await text(process.stdin), 60_000);
process.stdout.write(stdout);
ssh.close();
process.exitCode = exitCode;
