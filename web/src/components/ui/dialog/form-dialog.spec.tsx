import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { FormDialog } from './form-dialog.js';

const setup = (props: Partial<ComponentProps<typeof FormDialog>> = {}) => {
  const onClose = jest.fn();
  const onSubmit = jest.fn(() => Promise.resolve());
  render(
    <FormDialog
      title="Rename"
      submit="Save"
      pending={false}
      onSubmit={onSubmit}
      onClose={onClose}
      {...props}
    >
      <input aria-label="Name" />
    </FormDialog>,
  );
  return { user: userEvent.setup(), onClose, onSubmit };
};

const CLOSE_ACTIONS: [string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>][] = [
  ['Cancel', (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['the X', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', (user) => user.keyboard('{Escape}')],
  ['a click outside', (user) => user.click(document.querySelector('.overlay')!)],
];

describe('FormDialog', () => {
  it('submits by its button and by Enter', async () => {
    const { user, onSubmit } = setup();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('does not submit while disabled', async () => {
    const { user, onSubmit } = setup({ disabled: true });
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each(CLOSE_ACTIONS)('closes by %s', async (_, leave) => {
    const { user, onClose } = setup();
    await leave(user);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each(CLOSE_ACTIONS)('cannot be closed by %s while a response is pending', async (_, leave) => {
    const { user, onClose } = setup({ pending: true });
    await leave(user);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('does not submit again while a response is pending', async () => {
    const { user, onSubmit } = setup({ pending: true });
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
