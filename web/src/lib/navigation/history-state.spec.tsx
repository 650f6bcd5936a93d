import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import {
  useHistoryDialog,
  useHistoryPage,
  useHistoryState,
  useRowDialog,
  useSection,
} from './history-state.js';

let navigate: NavigateFunction;
let state: unknown;

const SECTIONS = [{ name: 'users' }, { name: 'rules' }] as const;
type Section = (typeof SECTIONS)[number]['name'];
const ROWS = [{ id: 'a' }, { id: 'b' }];

function Screen({ rows = ROWS }: { rows?: { id: string }[] }) {
  navigate = useNavigate();
  const location = useLocation();
  state = location.state;
  const [section, goTo] = useSection<Section>(SECTIONS, 'users');
  const [page, setPage] = useHistoryPage('users');
  const [status, setStatus] = useHistoryState('status', 'all');
  const help = useHistoryDialog('help');
  const edit = useRowDialog('edit', rows);
  return (
    <>
      <output>{`${section} ${page} ${status} ${help.of ?? 'closed'} ${edit.row?.id ?? '–'}`}</output>
      <output data-testid="search">{location.search}</output>
      <button onClick={() => goTo('rules')}>rules</button>
      <button onClick={() => setPage(page + 1)}>next</button>
      <button onClick={() => setStatus('failed')}>failed</button>
      <button onClick={() => help.open(true)}>help</button>
      <button onClick={help.close}>close help</button>
      <button onClick={() => edit.open({ id: 'b' })}>edit</button>
      <button onClick={edit.close}>close edit</button>
      <button
        onClick={() => {
          help.close();
          goTo('rules');
        }}
      >
        close and go
      </button>
      <button
        onClick={() => {
          setStatus('failed');
          setPage(7);
        }}
      >
        both
      </button>
      <button
        onClick={() => {
          help.close();
          help.close();
        }}
      >
        close twice
      </button>
    </>
  );
}

const setup = (entry: Parameters<typeof MemoryRouter>[0]['initialEntries'] = ['/admin?x=1']) => {
  const user = userEvent.setup({ delay: null });
  const view = (rows?: { id: string }[]) => (
    <MemoryRouter initialEntries={entry}>
      <Screen rows={rows} />
    </MemoryRouter>
  );
  const { rerender } = render(view());
  return {
    press: (...names: string[]) =>
      names.reduce(
        (before, name) => before.then(() => user.click(screen.getByRole('button', { name }))),
        Promise.resolve(),
      ),
    rerender: (rows: { id: string }[]) => rerender(view(rows)),
  };
};

const shown = (text: string) => screen.findByText(text);
const back = () => act(() => void navigate(-1));
const forward = () => act(() => void navigate(1));

describe('history state of a screen', () => {
  it('is stored in history entries for Back and Forward', async () => {
    const { press } = setup();
    await press('failed', 'next', 'rules');
    await shown('rules 1 all closed –');
    back();
    await shown('users 2 failed closed –');
    back();
    await shown('users 1 failed closed –');
    forward();
    forward();
    await shown('rules 1 all closed –');
  });

  it('is read from the history entry after a reload', async () => {
    setup([{ pathname: '/admin', state: { place: { section: 'rules', 'page:users': 3 } } }]);
    await shown('rules 3 all closed –');
  });

  it('resets for a section unknown to this version', async () => {
    setup([{ pathname: '/admin', state: { place: { section: 'gone' } } }]);
    await shown('users 1 all closed –');
  });

  it('is not part of the URL and keeps the query unchanged', async () => {
    const { press } = setup();
    await press('next', 'help');
    expect(screen.getByTestId('search')).toHaveTextContent('?x=1');
  });

  it('keeps both of two simultaneous changes', async () => {
    const { press } = setup();
    await press('both');
    await shown('users 7 failed closed –');
  });

  it('adds no entry for the current section', async () => {
    const { press } = setup();
    await press('rules', 'next', 'rules');
    await shown('rules 2 all closed –');
  });
});

describe('open dialog', () => {
  it('is closed by Back and reopened by Forward', async () => {
    const { press } = setup();
    await press('help');
    await shown('users 1 all true –');
    back();
    await shown('users 1 all closed –');
    forward();
    await shown('users 1 all true –');
  });

  it('leaves no history entry behind when closed', async () => {
    const { press } = setup();
    await press('next', 'help', 'close help');
    await shown('users 2 all closed –');
    back();
    await shown('users 1 all closed –');
  });

  it('is closed in place if it was opened by a link', async () => {
    const dialog = { of: true, pushed: false };
    const { press } = setup([
      '/',
      { pathname: '/admin', state: { place: { 'dialog:help': dialog } } },
    ]);
    await press('close help');
    await shown('users 1 all closed –');
    expect(state).toEqual({ place: {} });
  });

  it('closes once even if requested repeatedly', async () => {
    const { press } = setup();
    await press('next', 'help', 'close twice');
    await shown('users 2 all closed –');
  });

  it('is closed before a simultaneous navigation', async () => {
    const { press } = setup();
    await press('next', 'help', 'close and go');
    await shown('rules 1 all closed –');
    back();
    await shown('users 2 all closed –');
  });

  it('closes without closing the dialog above it', async () => {
    const { press } = setup();
    await press('help', 'edit', 'close help');
    await shown('users 1 all closed b');
  });

  it('keeps showing its row as last loaded, never another row', async () => {
    const { press, rerender } = setup();
    await press('edit');
    await shown('users 1 all closed b');
    rerender([{ id: 'a' }]);
    await shown('users 1 all closed b');
    await press('close edit');
    await shown('users 1 all closed –');
  });

  it('waits until its row is loaded', async () => {
    const dialog = { of: 'c', pushed: true };
    const { rerender } = setup([
      { pathname: '/admin', state: { place: { 'dialog:edit': dialog } } },
    ]);
    await shown('users 1 all closed –');
    rerender([...ROWS, { id: 'c' }]);
    await shown('users 1 all closed c');
  });
});
