import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { reloadPage } from '@/lib/navigation/reload-page.js';
import { ErrorBoundary } from './error-boundary.js';

jest.mock('@/lib/navigation/reload-page.js', () => ({ reloadPage: jest.fn() }));

const Missing = lazy(() => Promise.reject(new Error('the code could not be fetched')));

describe(ErrorBoundary, () => {
  beforeEach(() => jest.mocked(reloadPage).mockClear());

  it('keeps the rest of a page with a broken region and reloads by Try Again', async () => {
    render(
      <>
        <p>the rest</p>
        <ErrorBoundary>
          <Suspense>
            <Missing />
          </Suspense>
        </ErrorBoundary>
      </>,
      { onCaughtError: () => undefined },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(reloadPage).toHaveBeenCalledTimes(1);
    expect(screen.getByText('the rest')).toBeVisible();
  });

  it('reloads a broken region automatically once the network is back', async () => {
    const shown = render(
      <ErrorBoundary>
        <Suspense>
          <Missing />
        </Suspense>
      </ErrorBoundary>,
      { onCaughtError: () => undefined },
    );
    await screen.findByRole('button', { name: 'Try Again' });
    const comeBack = () =>
      act(() => {
        window.dispatchEvent(new Event('online'));
      });
    comeBack();
    expect(reloadPage).toHaveBeenCalledTimes(1);
    shown.unmount();
    comeBack();
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  it('offers no reload of a broken region while offline, which would lose the page', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(
      <ErrorBoundary>
        <Suspense>
          <Missing />
        </Suspense>
      </ErrorBoundary>,
      { onCaughtError: () => undefined },
    );
    expect(await screen.findByText(/You’re offline/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    jest.restoreAllMocks();
  });
});
