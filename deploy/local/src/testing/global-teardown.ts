/** Jest's globalTeardown. Stops the servers of the set-up. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.casementTestServers?.stop();
}
