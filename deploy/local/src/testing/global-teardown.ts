/** Jest's globalTeardown: ends what the set-up has started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.casementTestServers?.stop();
}
