import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { toast } from '@/lib/toast/toast.js';
import Toaster from './toaster.js';

const shown = () => screen.queryByText('Saved', { selector: '.toast *' });
const show = () => act(() => toast({ title: 'Saved' }));

describe(Toaster, () => {
  it.each([
    ['a toast over a dialog, then the dialog', true],
    ['a dialog over a toast, and leaves the toast', false],
  ])('closes only the item shown last on Escape: %s', async (_, later) => {
    const onClose = jest.fn();
    const page = (dialog: boolean) => (
      <>
        <Toaster />
        {dialog && (
          <Dialog title="A dialog" onClose={onClose}>
            text
          </Dialog>
        )}
      </>
    );
    const user = userEvent.setup();
    const { rerender } = render(page(later));
    show();
    rerender(page(true));
    await user.keyboard('{Escape}');
    if (later) {
      await waitFor(() => expect(shown()).not.toBeInTheDocument());
      expect(onClose).not.toHaveBeenCalled();
      await user.keyboard('{Escape}');
    } else expect(shown()).toBeVisible();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
