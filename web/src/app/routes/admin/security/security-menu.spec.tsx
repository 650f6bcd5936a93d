import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { ok, page } from '@/testing/responses.js';
import { sidebar } from '@/testing/dashboard.js';
import {
  makeSecurityDashboard,
  makeSecurityStats,
} from '@/testing/factories/security-factories.js';

const DASHBOARD = http.get('/api/security/dashboard', () => ok(makeSecurityDashboard()));
const NAMES = ['Security Dashboard', 'Security Alerts', 'Blocked IPs', 'Recovery'];

describe('/admin Security Monitoring menu group', () => {
  const group = () => sidebar().getByRole('button', { name: 'Security Monitoring' });

  it('§2 collapses and expands its four sections and keeps the focus', async () => {
    const user = await openAdmin();
    expect(group()).toHaveAttribute('aria-expanded', 'true');
    for (const name of NAMES) expect(sidebar().getByRole('button', { name })).toBeVisible();

    group().focus();
    await user.keyboard('{Enter}');
    expect(group()).toHaveAttribute('aria-expanded', 'false');
    expect(group()).toHaveFocus();
    for (const name of NAMES) {
      expect(sidebar().queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(sidebar().getByRole('button', { name: 'Payment Methods' })).toBeVisible();

    await user.keyboard(' ');
    expect(sidebar().getByRole('button', { name: 'Blocked IPs' })).toBeVisible();
  });

  it('§2 expands automatically when one of its sections opens', async () => {
    const user = await openAdmin('Security Dashboard', [
      DASHBOARD,
      http.get('/api/security/alerts', () => page([])),
      http.get('/api/security/alerts/stats', () => ok(makeSecurityStats())),
    ]);
    await user.click(group());
    await user.click(await screen.findByRole('button', { name: 'View Alerts' }));
    await screen.findByRole('heading', { level: 1, name: 'Security Alerts' });
    expect(group()).toHaveAttribute('aria-expanded', 'true');
    expect(sidebar().getByRole('button', { name: 'Security Alerts' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  it('§2 is part of the menu on narrow screens', async () => {
    const user = await openAdmin('Dashboard', [DASHBOARD]);
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await user.click(menu.getByRole('button', { name: 'Security Monitoring' }));
    expect(menu.queryByRole('button', { name: 'Recovery' })).not.toBeInTheDocument();
    await user.click(menu.getByRole('button', { name: 'Security Monitoring' }));
    await user.click(menu.getByRole('button', { name: 'Security Dashboard' }));
    await screen.findByRole('heading', { level: 1, name: 'Security Dashboard' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
