import { act, render, screen, waitFor } from '@testing-library/react';
import { toast } from '@/lib/toast/toast.js';
import { ToastHost } from './toast-host.js';

let mockMissing = true;
jest.mock('./toaster.js', () => {
  if (mockMissing) throw new Error('the code could not be fetched');
  return jest.requireActual<object>('./toaster.js');
});

describe(ToastHost, () => {
  it('leaves the page unchanged if the toaster fails to load, and retries for the next toast', async () => {
    const caught = jest.fn();
    render(
      <>
        <p>the page</p>
        <ToastHost />
      </>,
      { onCaughtError: caught },
    );
    act(() => toast({ title: 'unsaid' }));
    await waitFor(() => expect(caught).toHaveBeenCalledTimes(1));
    expect(screen.getByText('the page')).toBeVisible();

    mockMissing = false;
    act(() => toast({ title: 'said' }));
    expect(await screen.findByText('said', { selector: '.toast *' })).toBeVisible();
  });
});
