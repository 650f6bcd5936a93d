import { act, render, screen } from '@testing-library/react';
import { OfflineNote } from './offline-note.js';

const go = (change: 'online' | 'offline') =>
  act(() => void window.dispatchEvent(new Event(change)));

describe(OfflineNote, () => {
  it('the offline note is visible while the network is down', () => {
    render(<OfflineNote />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    go('offline');
    expect(screen.getByRole('status')).toHaveTextContent('You’re offline.');
    go('online');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});
