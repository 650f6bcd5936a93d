import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastHost } from '@/components/ui/feedback/toast-host.js';
import { reloadPage } from '@/lib/navigation/reload-page.js';
import { findToast } from '@/testing/render.js';
import { lazyDialog } from './lazy-dialog.js';

jest.mock('@/lib/navigation/reload-page.js', () => ({ reloadPage: jest.fn() }));

function Plain({ onClose }: { onClose?: () => void }) {
  return (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

const setup = (lockedIn = false) => {
  const load = jest
    .fn(() => Promise.resolve({ default: Plain }))
    .mockRejectedValueOnce(new Error('the code could not be fetched'));
  const Dialog = lazyDialog(load);
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open && <Dialog onClose={lockedIn ? undefined : () => setOpen(false)} />}
        <ToastHost />
      </>
    );
  }
  render(<Page />, { onCaughtError: () => undefined });
  return {
    load,
    open: () => userEvent.click(screen.getByRole('button', { name: 'Open' })),
  };
};

describe(lazyDialog, () => {
  it('reports dialog code that failed to load in a toast and fetches it again when reopened', async () => {
    const { load, open } = setup();
    await open();
    expect(await findToast('Something went wrong')).toHaveTextContent(
      'This page couldn’t be opened.',
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await open();
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('opens a preloaded dialog immediately', async () => {
    const load = jest.fn(() => Promise.resolve({ default: Plain }));
    const Dialog = lazyDialog(load);
    Dialog.preload();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    await load.mock.results[0]!.value;
    render(<Dialog />);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('fetches the code of a dialog once', async () => {
    const { load, open } = setup();
    await open();
    await findToast('Something went wrong');
    for (let i = 0; i < 2; i++) {
      await open();
      const dialog = await screen.findByRole('dialog');
      await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
    }
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('offers Try Again for a dialog that cannot be reopened', async () => {
    const { open } = setup(true);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });
});
