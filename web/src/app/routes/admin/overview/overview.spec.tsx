import { screen } from '@testing-library/react';
import { http } from 'msw';
import { openAdmin } from '@/testing/admin.js';
import { refuse } from '@/testing/responses.js';

describe('/admin dashboard section with failing services', () => {
  it('requests the state of each service at most twice', async () => {
    let requests = 0;
    await openAdmin('Dashboard', [
      http.get('/api/admin/operations/:service', () => {
        requests += 1;
        return refuse(404);
      }),
    ]);
    expect(await screen.findByText(/Some counts couldn’t be loaded/)).toBeVisible();
    await screen.findByRole('region', { name: 'Latest installs' });
    // Once for the attention panel, once more when the set-up card mounts.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(requests).toBeLessThanOrEqual(10);
  });
});
