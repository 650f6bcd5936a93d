import { act, fireEvent, render, screen } from '@testing-library/react';
import Toaster from '@/components/ui/feedback/toaster.js';
import { dismissToast, toast, useToasts } from './toast.js';

// Uses the real toasts, which close automatically. The setup replaces them with toasts that stay.
jest.mock('radix-ui', () => ({ Toast: jest.requireActual<object>('@radix-ui/react-toast') }));

function Count() {
  return <output>{useToasts().length}</output>;
}

describe('toasts', () => {
  const setup = () => {
    jest.useFakeTimers();
    render(
      <>
        <Toaster />
        <Count />
      </>,
    );
  };

  it('§9 shows at most one', () => {
    setup();
    act(() => toast({ title: 'first' }));
    act(() => toast({ title: 'second' }));
    expect(screen.queryByText('first', { selector: '.toast *' })).not.toBeInTheDocument();
    expect(screen.getByText('second', { selector: '.toast *' })).toBeVisible();
  });

  it('§9 closes after 5000 ms', async () => {
    setup();
    act(() => toast({ title: 'note' }));
    await act(() => jest.advanceTimersByTimeAsync(4_900));
    expect(screen.getByText('note', { selector: '.toast *' })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByText('note', { selector: '.toast *' })).not.toBeInTheDocument();
  });

  it('§9 drops a dismissed toast after 1,000,000 ms', async () => {
    setup();
    act(() => toast({ title: 'note' }));
    act(() => dismissToast(Number.MAX_SAFE_INTEGER));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await act(() => jest.advanceTimersByTimeAsync(999_000));
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('1');
    await act(() => jest.advanceTimersByTimeAsync(1_001));
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('0');
  });

  it('§9 receives the focus on F8 and dismisses on Escape', async () => {
    setup();
    act(() => toast({ title: 'note' }));
    fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
    const region = screen.getByRole('region', { name: 'Notifications (F8)' });
    expect(region).toContainElement(document.activeElement as HTMLElement);
    const shown = screen.getByText('note', { selector: '.toast *' }).closest('.toast')!;
    fireEvent.keyDown(shown, { key: 'Escape' });
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.queryByText('note', { selector: '.toast *' })).not.toBeInTheDocument();
  });
});
