import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { TestIdentities } from '@casement/local/testing/identities.js';
import { DesktopWorld, PROOF } from '../factories/desktop-world.js';
import { startRelay, type TestRelay } from '@casement/desktop-relay/testing/relay.js';
import { RelayBrowser } from '@casement/desktop-relay/testing/relay-browser.js';
import { ScriptedDesktop } from '@casement/desktop-relay/testing/scripted-desktop.js';

describe('desktop relay and install service over mTLS', () => {
  let identities: TestIdentities;
  let world: DesktopWorld;
  let relay: TestRelay;
  let userId: string;
  const desktops: ScriptedDesktop[] = [];

  beforeAll(async () => {
    identities = await TestIdentities.create();
    const identity = (name: string) => ({
      GRPC_IDENTITY: 'require',
      IDENTITY_DIR: identities.folder(name),
    });
    world = await DesktopWorld.start(identity('install'));
    const env = { ...identity('desktop'), INSTALL_GRPC_URL: world.app.grpcUrl };
    relay = await startRelay({ env, limits: { reportMs: 100, tickMs: 20 } });
  });
  afterAll(async () => {
    await relay.close();
    await world.close();
    for (const desktop of desktops) await desktop.close();
    identities.close();
  });
  beforeEach(() => {
    userId = newId();
  });

  /** Creates a completed install whose Windows echoes its input, and a ticket for it. */
  async function installWithTicket() {
    const id = await world.completed(userId);
    const { host } = await world.ticket(id, { userId });
    const desktop = await ScriptedDesktop.start({ secured: (tls) => tls.pipe(tls) }, host);
    desktops.push(desktop);
    const { port, certificateSha256 } = desktop;
    await world.change(id, {}, { ...PROOF, port, certificateSha256 });
    const { ticket } = await world.ticket(id, { userId });
    return { id, ticket, address: `${host}:${port}` };
  }
  const openRow = async () => world.row(await world.latestOpen(userId));

  it('opens the desktop of a ticket, counts its bytes and records its end', async () => {
    const { id, ticket, address } = await installWithTicket();
    const [browser, opened] = await RelayBrowser.open(relay.address, ticket);
    expect(opened).toMatchObject({ address });
    browser.send(Buffer.from('hello'));
    expect((await browser.receive()).toString()).toBe('hello');
    await waitFor(async () => Number((await openRow()).bytes_to_browser) === 5);
    expect(await openRow()).toMatchObject({
      install_id: id,
      bytes_to_windows: '5',
      ended_at: null,
    });
    browser.close();
    await browser.end();
    await waitFor(async () => (await openRow()).ended_at !== null);
    expect(await openRow()).toMatchObject({ end_reason: 'closed' });
  });

  it('rejects a used ticket and a ticket whose install has a new address', async () => {
    const { id, ticket } = await installWithTicket();
    const [browser] = await RelayBrowser.open(relay.address, ticket);
    const movedTicket = await world.ticket(id, { userId });
    await world.change(id, { ip: '127.0.0.250' });
    for (const expired of [ticket, movedTicket.ticket]) {
      const [refused, answer] = await RelayBrowser.open(relay.address, expired);
      expect(answer).toMatchObject({ httpStatus: 404 });
      expect(await refused.end()).toEqual({ code: 1008, reason: 'ticket' });
    }
    // The open desktop at the old address also ends.
    expect(await browser.end()).toEqual({ code: 4009, reason: 'ended_by_owner' });
  });

  const refusal = async (ticket: string) => {
    const [refused, answer] = await RelayBrowser.open(relay.address, ticket);
    return { answer, closed: await refused.end() };
  };
  const notFound = { answer: { httpStatus: 404 }, closed: { code: 1008, reason: 'ticket' } };
  const deleteInstall = (id: string) =>
    world.app.http
      .delete(`/api/admin/install-data/${id}`)
      .set(world.app.as({ admin: true }))
      .expect(200);

  it("rejects a deleted install's ticket, also when another user's install has its address now", async () => {
    const { id, ticket } = await installWithTicket();
    const unused = await world.ticket(id, { userId });
    await deleteInstall(id);
    expect(await refusal(ticket)).toEqual(notFound);
    const other = await world.completed(newId());
    const { port, certificateSha256 } = desktops.at(-1)!;
    await world.change(other, { ip: unused.host }, { ...PROOF, port, certificateSha256 });
    expect(await refusal(unused.ticket)).toEqual(notFound);
    expect(desktops.at(-1)!.requests).toEqual([]);
  });

  it('opens only the desktop of its owner for another user, who cannot reuse the ticket', async () => {
    const thief = newId();
    const { id, ticket, address } = await installWithTicket();
    await world.ask(id, { userId: thief }).expect(404);
    const [browser, opened] = await RelayBrowser.open(relay.address, ticket);
    expect(opened).toMatchObject({ address });
    const listed = async (user: string) => {
      const { body } = await world.app.http
        .get('/api/user/install-desktops')
        .set(world.app.as({ userId: user }))
        .expect(200);
      return body.data as { install_id: string }[];
    };
    expect(await listed(thief)).toEqual([]);
    expect(await listed(userId)).toMatchObject([{ install_id: id }]);
    expect(await refusal(ticket)).toEqual(notFound);
    await deleteInstall(id);
    expect(await browser.end()).toEqual({ code: 4009, reason: 'ended_by_owner' });
  });

  it('ends the desktop when an administrator requests it', async () => {
    const { ticket } = await installWithTicket();
    const [browser] = await RelayBrowser.open(relay.address, ticket);
    const sessionId = await world.latestOpen(userId);
    await world.app.http
      .post(`/api/admin/desktops/${sessionId}/end`)
      .set(world.app.as({ admin: true }))
      .expect(200);
    expect(await browser.end()).toEqual({ code: 4008, reason: 'ended_by_administrator' });
    await waitFor(async () => (await openRow()).ended_at !== null);
  });
});
