import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazyComponent } from '@/lib/lazy-component.js';
import { LazyRegion } from './lazy-region.js';

function setup(failed?: null) {
  const Part = lazyComponent(
    jest
      .fn(() => Promise.resolve({ default: () => <p>Part</p> }))
      .mockRejectedValueOnce(new Error('the code could not be fetched')),
  );
  render(
    <>
      <input aria-label="Name" />
      <LazyRegion of={Part} failed={failed}>
        <Part />
      </LazyRegion>
    </>,
    { onCaughtError: () => undefined },
  );
}

describe('LazyRegion', () => {
  it('keeps input next to a part whose code fails to load, and fetches the code again on request', async () => {
    setup();
    await userEvent.type(screen.getByLabelText('Name'), 'Rama');
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Part')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Rama');
  });

  it('shows nothing for an optional part whose code fails to load', async () => {
    setup(null);
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toBeInTheDocument();
  });
});
