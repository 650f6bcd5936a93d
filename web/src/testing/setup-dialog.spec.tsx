import { useEffect, useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from 'radix-ui';

/** Simulates a busy machine: rendering this takes longer than React's time slice (5 ms). */
function Slow() {
  for (const end = performance.now() + 6; performance.now() < end;);
  return null;
}

let alsoRender: () => void;

function Another() {
  const [count, setCount] = useState(0);
  alsoRender = () => setCount(count + 1);
  return <Slow />;
}

/** A dialog that opens without a click, like one whose code had to be loaded. */
function Late() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    setTimeout(() => {
      setOpen(true);
      alsoRender();
    }, 10);
  }, []);
  return (
    <Dialog.Root open={open}>
      <Dialog.Portal>
        <Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>Late</Dialog.Title>
          <button type="button">Go on</button>
          <Slow />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

describe('dialog that opens without a click', () => {
  it('is clickable once found', async () => {
    render(<Another />);
    render(<Late />);
    await screen.findByRole('dialog', { name: 'Late' });
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Go on' }));
    expect(screen.getByRole('button', { name: 'Go on' })).toHaveFocus();
  });
});
