import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { toast } from '@/lib/toast/toast.js';
import Toaster from './toaster.js';

const shown = () => screen.queryByText('Saved', { selector: '.toast *' });
const show = () => act(() => toast({ title: 'Saved' }));

describe(Toaster, () => {
  it.each([
    ['over a dialog', true],
    ['that an open dialog covers', false],
  ])('leaves Escape to the dialog while a toast is shown %s', async (_, later) => {
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
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(shown()).toBeVisible();
    rerender(page(false));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(shown()).not.toBeInTheDocument());
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
