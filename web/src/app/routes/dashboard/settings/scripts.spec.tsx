import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { ok, refuse } from '@/testing/responses.js';
import { goTo, openDashboard } from '@/testing/dashboard.js';
import { makeScript } from '@/testing/factories/factories.js';
import { findToast } from '@/testing/render.js';
import { server } from '@/testing/server.js';

const SCRIPTS = '/api/user/scripts';

const open = async () => {
  const user = await openDashboard();
  await goTo(user, 'Settings');
  await user.click(screen.getByRole('button', { name: 'Scripts' }));
  return user;
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('/dashboard settings: scripts', () => {
  it('explains scripts in the empty state, and offers no script of the operators for changes', async () => {
    server.use(http.get(SCRIPTS, () => ok([makeScript({ offered: true })])));
    await open();
    expect(await screen.findByText('No scripts yet')).toBeVisible();
    expect(screen.queryByText('Web server')).not.toBeInTheDocument();
  });

  it('reports a failed load', async () => {
    server.use(http.get(SCRIPTS, () => refuse(500, { message: 'Not now.' })));
    await open();
    expect(await screen.findByText('Failed to load scripts')).toBeVisible();
  });

  it('saves a new script', async () => {
    const saved: object[] = [];
    server.use(
      http.get(SCRIPTS, () => ok(saved)),
      http.post(SCRIPTS, async ({ request }) => {
        const body = (await request.json()) as object;
        saved.push({ ...makeScript(), ...body });
        return ok(makeScript());
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Add script' }));
    const form = await dialog('Add script');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Name is required')).toBeVisible();
    await user.type(form.getByLabelText('Name'), 'Clock');
    await user.type(form.getByLabelText('Script (PowerShell)'), 'Get-Date');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Clock')).toBeVisible();
    expect(saved).toMatchObject([{ name: 'Clock', description: '', content: 'Get-Date' }]);
  });

  it('changes a script, whose content is fetched only then', async () => {
    const script = makeScript();
    const sent: unknown[] = [];
    server.use(
      http.get(SCRIPTS, () => ok([script])),
      http.get(`${SCRIPTS}/${script.id}`, () => ok({ ...script, content: 'Get-Date' })),
      http.put(`${SCRIPTS}/${script.id}`, async ({ request }) => {
        sent.push(await request.json());
        return ok(script);
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit “Web server”' }));
    const form = await dialog('Edit “Web server”');
    const content = await form.findByLabelText('Script (PowerShell)');
    expect(content).toHaveValue('Get-Date');
    await user.type(content, ' -UFormat %s');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const { name, description } = script;
    expect(sent).toEqual([{ name, description, content: 'Get-Date -UFormat %s' }]);
  });

  it('deletes a script after a confirmation', async () => {
    let scripts = [makeScript()];
    server.use(
      http.get(SCRIPTS, () => ok(scripts)),
      http.delete(`${SCRIPTS}/:id`, () => {
        scripts = [];
        return ok(null);
      }),
    );
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete “Web server”' }));
    const confirm = await dialog('Delete “Web server”');
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    expect(await findToast('Script deleted')).toBeVisible();
    expect(await screen.findByText('No scripts yet')).toBeVisible();
  });
});
