import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { lazyComponent } from './lazy-component.js';

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{`${name}: ${count}`}</button>;
}

const inPlace = (part: React.ReactNode) => <Suspense fallback="waiting">{part}</Suspense>;

describe(lazyComponent, () => {
  it('renders a preloaded component immediately', async () => {
    const Part = lazyComponent(() => Promise.resolve({ default: Counter }));
    await Part.preload();
    render(inPlace(<Part name="a" />));
    expect(screen.getByRole('button')).toHaveTextContent('a: 0');
    expect(screen.queryByText('waiting')).not.toBeInTheDocument();
  });

  it('shows the fallback until a component is loaded and keeps its state when shown again', async () => {
    const Part = lazyComponent(() => Promise.resolve({ default: Counter }));
    const { rerender } = render(inPlace(<Part name="a" />));
    expect(screen.getByText('waiting')).toBeVisible();
    await userEvent.click(await screen.findByRole('button'));
    rerender(inPlace(<Part name="b" />));
    expect(screen.getByRole('button')).toHaveTextContent('b: 1');
  });

  it('fetches a component again after a failed preload', async () => {
    const load = jest
      .fn<Promise<{ default: typeof Counter }>, []>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue({ default: Counter });
    const Part = lazyComponent(load);
    await Part.preload();
    render(inPlace(<Part name="a" />));
    expect(await screen.findByRole('button')).toHaveTextContent('a: 0');
  });
});
