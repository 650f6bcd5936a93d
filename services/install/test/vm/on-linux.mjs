// Runs the script on stdin as root (LAB_USER) on the lab's VPS, with the private key in LAB_KEY if set, and prints its
// output.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import ssh2 from 'ssh2';

const script = await text(process.stdin);
const client = new ssh2.Client();
const fail = (error) => {
  console.error(error.message);
  process.exit(1);
};
client.on('error', fail);
client.on('ready', () => {
  client.exec('sh -s', (error, channel) => {
    if (error) return fail(error);
    channel.on('exit', (code) => (process.exitCode = code ?? 255));
    channel.on('close', () => client.end());
    channel.pipe(process.stdout);
    channel.end(script);
  });
});
// Some machines of the lab offer keyboard-interactive only.
client.on('keyboard-interactive', (name, instructions, language, prompts, finish) =>
  finish(prompts.map(() => process.env.CASEMENT_ROOT_PASSWORD)),
);
client.connect({
  host: process.env.LAB_ADDRESS ?? '127.0.0.10',
  port: Number(process.env.LAB_PORT ?? 22),
  username: process.env.LAB_USER ?? 'root',
  ...(process.env.LAB_KEY
    ? { privateKey: readFileSync(process.env.LAB_KEY) }
    : { password: process.env.CASEMENT_ROOT_PASSWORD }),
  tryKeyboard: true,
});
