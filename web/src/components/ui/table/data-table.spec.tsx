import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Box } from 'lucide-react';
import { MemoryRouter } from 'react-router-dom';
import type { Page } from '@/lib/api/api-client.js';
import { ApiError } from '@/lib/api/api-error.js';
import { DataTable, type TableSource } from './data-table.js';
import { useLocalPage } from './use-local-page.js';

const pageOf = (items: string[], meta: Partial<Page<string>['meta']> = {}): Page<string> => ({
  items,
  meta: { page: 1, pageSize: 15, total: items.length, ...meta },
});

const setup = (source: Partial<TableSource<string>>, toolbar?: string) => {
  const onPage = jest.fn();
  const refetch = jest.fn();
  const table = (state: Partial<TableSource<string>>) => (
    <DataTable
      label="Words"
      source={{ data: undefined, isError: false, error: null, refetch, ...state }}
      onPage={onPage}
      columns={[{ head: 'Word', cell: (word) => word, list: 'title' }]}
      rowKey={(word) => word}
      actions={(word) => <button type="button">{`Edit ${word}`}</button>}
      empty={{ icon: Box, title: 'No words', help: 'Say one.' }}
      failed="Failed to load data"
      failedHelp="Please try again."
      toolbar={toolbar}
    />
  );
  const { rerender } = render(table(source));
  return {
    user: userEvent.setup({ delay: null }),
    onPage,
    refetch,
    show: (state: Partial<TableSource<string>>) => rerender(table(state)),
  };
};

describe('DataTable', () => {
  it('shows rows with their actions, and §2 the footer', async () => {
    const { user, onPage } = setup({ data: pageOf(['one', 'two'], { total: 31 }) });
    const rows = within(screen.getByRole('table'));
    expect(rows.getByText('two')).toBeVisible();
    expect(rows.getByRole('button', { name: 'Edit two' })).toBeVisible();
    expect(screen.getByText('Showing 1 to 15 of 31 entries')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(onPage).toHaveBeenCalledWith(2);
  });

  it('shows skeletons while loading', () => {
    setup({});
    expect(screen.getByRole('status', { name: 'Loading...' })).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('shows a failure with the server’s message and retries', async () => {
    const { user, refetch } = setup({
      isError: true,
      error: new ApiError({ status: 503, code: 'X', serverMessage: 'Nobody is home.' }),
    });
    expect(screen.getByText('Failed to load data')).toBeVisible();
    expect(screen.getByText('Nobody is home.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(refetch).toHaveBeenCalled();
  });

  it('keeps the search field in every state', () => {
    setup({ isError: true, error: new Error() }, 'search');
    expect(screen.getByText('search')).toBeVisible();
    expect(screen.getByText('Please try again.')).toBeVisible();
  });

  it('keeps the loaded rows when a later load fails', () => {
    setup({ data: pageOf(['one']), isError: true, error: new Error() });
    expect(within(screen.getByRole('table')).getByText('one')).toBeVisible();
    expect(screen.queryByText('Failed to load data')).not.toBeInTheDocument();
  });

  it.each([undefined, 'search'])(
    '§2 keeps the pagination for a page that failed to load (%s)',
    async (toolbar) => {
      const { user, onPage, show } = setup({ data: pageOf(['one'], { total: 31 }) }, toolbar);
      await user.click(screen.getByRole('button', { name: 'Next' }));
      // Shown twice, with the first page refetched during the second attempt.
      show({ isError: true, error: new Error() });
      show({ data: pageOf(['one'], { total: 31 }) });
      show({ isError: true, error: new Error() });
      expect(screen.getByText('Failed to load data')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Previous' }));
      expect(onPage.mock.calls).toEqual([[2], [1]]);
    },
  );

  it('builds the phone list from the same columns', () => {
    render(
      <DataTable
        label="Words"
        source={{ data: pageOf(['one']), isError: false, error: null, refetch: jest.fn() }}
        onPage={jest.fn()}
        rowKey={(word) => word}
        columns={[
          { head: 'Word', cell: (word) => word, list: 'title', className: 'mono' },
          { head: 'Length', cell: (word) => word.length, list: 2 },
          { head: 'Upper', cell: (word) => word.toUpperCase(), list: 1 },
          {
            head: 'First',
            cell: (word) => word[0],
            list: 1,
            listCell: (word) => `starts ${word[0]}`,
          },
          { head: 'Note', cell: () => '–', list: 1, listCell: () => null },
          { head: 'Table only', cell: () => 'hidden' },
        ]}
        empty={{ icon: Box, title: 'No words', help: '' }}
        failed=""
      />,
    );
    const item = within(screen.getByRole('listitem'));
    expect(item.getByText('one')).toHaveClass('mono');
    expect(item.getByText('ONE · starts o')).toBeVisible();
    expect(item.getByText('3')).toBeVisible();
    expect(item.queryByText('hidden')).toBeNull();
    expect(item.queryByText('–')).toBeNull();
  });

  it('shows the empty state', () => {
    setup({ data: pageOf([]) });
    expect(screen.getByText('No words')).toBeVisible();
  });

  it('stays on a page beyond the counted ones', () => {
    const { onPage } = setup({ data: pageOf(['one'], { page: 68, total: 1020, capped: true }) });
    expect(screen.getByText('Showing 1,006 to 1,020 of 1,020+ entries')).toBeVisible();
    expect(onPage).not.toHaveBeenCalled();
  });

  it('returns to the last page after the current page’s rows were removed', () => {
    const { onPage } = setup({ data: pageOf([], { page: 3, total: 30 }) });
    expect(onPage).toHaveBeenCalledWith(2);
  });
});

describe('useLocalPage', () => {
  function Whole({ words }: { words: string[] }) {
    const { source, onPage } = useLocalPage('words', {
      data: words,
      isError: false,
      error: null,
      refetch: () => undefined,
    });
    return (
      <DataTable
        label="Words"
        source={source}
        onPage={onPage}
        columns={[{ head: 'Word', cell: (word) => word, list: 'title' }]}
        rowKey={(word) => word}
        empty={{ icon: Box, title: 'No words', help: '' }}
        failed=""
        failedHelp=""
      />
    );
  }
  const words = Array.from({ length: 16 }, (_, i) => `word ${i + 1}`);

  it('§9 pages a complete list by 15 and follows it when it shrinks', async () => {
    const { rerender } = render(<Whole words={words} />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('Showing 16 to 16 of 16 entries')).toBeVisible();
    rerender(<Whole words={words.slice(0, 15)} />);
    expect(screen.getByText('Showing 1 to 15 of 15 entries')).toBeVisible();
  });
});
