import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseLanguage } from '@/messages/load-language.js';
import { pageSlots, Pagination } from './pagination.js';

describe(pageSlots.name, () => {
  it.each([
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 8, [1, 2, 'gap', 8]],
    [2, 8, [1, 2, 3, 'gap', 8]],
    [5, 10, [1, 'gap', 4, 5, 6, 'gap', 10]],
    [9, 10, [1, 'gap', 8, 9, 10]],
    [10, 10, [1, 'gap', 9, 10]],
  ])('§2 lists the pages around page %i of %i', (current, last, slots) => {
    expect(pageSlots(current, last)).toEqual(slots);
  });
});

describe(Pagination.name, () => {
  afterEach(() => chooseLanguage('en'));

  it('§2 shows the range and links to other pages', async () => {
    const onPage = jest.fn();
    render(
      <Pagination label="Installs" meta={{ page: 2, pageSize: 15, total: 31 }} onPage={onPage} />,
    );
    expect(screen.getByText('Showing 16 to 30 of 31 entries')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(onPage.mock.calls).toEqual([[3], [1], [3]]);
  });

  it('groups the digits of large figures', () => {
    render(
      <Pagination label="Users" meta={{ page: 1, pageSize: 15, total: 1236 }} onPage={jest.fn()} />,
    );
    expect(screen.getByText('Showing 1 to 15 of 1,236 entries')).toBeVisible();
  });

  it.each([
    [1, 1000, 'Showing 1 to 15 of 1,000+ entries'],
    [67, 1005, 'Showing 991 to 1,005 of 1,005+ entries'],
  ])('continues after page %i of a list with an incomplete count', async (page, total, text) => {
    const onPage = jest.fn();
    const meta = { page, pageSize: 15, total, capped: true as const };
    render(<Pagination label="Users" meta={meta} onPage={onPage} />);
    expect(screen.getByText(text)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(onPage).toHaveBeenCalledWith(page + 1);
  });

  it('shows in Indonesian that the count is incomplete', async () => {
    await chooseLanguage('id');
    const meta = { page: 1, pageSize: 15, total: 1000, capped: true as const };
    render(<Pagination label="Users" meta={meta} onPage={jest.fn()} />);
    expect(screen.getByText('Menampilkan 1 sampai 15 dari 1.000+ entri')).toBeVisible();
  });

  it('has no next page on the last page', () => {
    render(
      <Pagination
        label="Installs"
        meta={{ page: 3, pageSize: 15, total: 31 }}
        onPage={jest.fn()}
      />,
    );
    expect(screen.getByText('Showing 31 to 31 of 31 entries')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });
});
