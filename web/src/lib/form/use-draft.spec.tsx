import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { endSession, startSession } from '@/lib/session/session.js';
import { makeUser } from '@/testing/factories/factories.js';
import { useDraft, useDraftState } from './use-draft.js';

const me = makeUser();
const EMPTY = { ip: '', password: '' };

function Form({ closes = false, ip = '' }: { closes?: boolean; ip?: string }) {
  const form = useForm({ defaultValues: { ...EMPTY, ip } });
  const forget = useDraft('vps', form, ['ip'], { closes });
  const [note, setNote] = useDraftState('note', 'none');
  return (
    <form>
      <input aria-label="ip" {...form.register('ip')} />
      <input aria-label="password" {...form.register('password')} />
      <input aria-label="note" value={note} onChange={({ target }) => setNote(target.value)} />
      <button type="button" onClick={() => form.reset({ ...EMPTY, ip })}>
        reset
      </button>
      <button type="button" onClick={forget}>
        forget
      </button>
    </form>
  );
}

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const values = () =>
  ['ip', 'password', 'note'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value);
/** Simulates a reload: the page is discarded without unmounting its components and then re-rendered. */
const reload = () => {
  const stored = Object.entries(sessionStorage) as [string, string][];
  document.body.replaceChildren();
  stored.forEach(([key, value]) => sessionStorage.setItem(key, value));
  return render(<Form />);
};

const SOURCES = join(__dirname, '../..');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'));
const stored = sources.flatMap((source) =>
  Array.from(source.matchAll(/useDraft\(\s*\S+, form, \[([^\]]*)\]/g), ([, fields]) => fields!),
);

describe('stored form fields', () => {
  it('never include passwords, keys, passphrases, codes, product keys or scripts', () => {
    expect(stored.length).toBeGreaterThan(10);
    expect(
      stored.filter((fields) => /pass|secret|key|code|phrase|'script|token/i.test(fields)),
    ).toEqual([]);
  });
});

describe('form drafts', () => {
  beforeEach(() => startSession(me, 'token'));

  it('survive a reload, except secrets', () => {
    render(<Form />);
    type('ip', '203.0.113.7');
    type('password', 'root-secret');
    type('note', 'hello');
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('root-secret');
    reload();
    expect(values()).toEqual(['203.0.113.7', '', 'hello']);
  });

  it('survive a section change, unless typed into a dialog', () => {
    const { unmount } = render(<Form />);
    type('ip', '203.0.113.7');
    unmount();
    const { unmount: close } = render(<Form closes />);
    expect(values()).toEqual(['203.0.113.7', '', 'none']);
    type('note', 'hello');
    close();
    render(<Form />);
    expect(values()).toEqual(['', '', 'none']);
  });

  it.each(['reset', 'forget'])('are dropped when the form was submitted: %s', (name) => {
    const { unmount } = render(<Form />);
    type('ip', '203.0.113.7');
    fireEvent.click(screen.getByText(name));
    unmount();
    render(<Form />);
    expect(values()[0]).toBe('');
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('are not stored for unchanged values', () => {
    render(<Form ip="203.0.113.1" />);
    type('ip', '203.0.113.7');
    type('ip', '203.0.113.1');
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('are not restored for another user', () => {
    const { unmount } = render(<Form />);
    type('ip', '203.0.113.7');
    unmount();
    startSession(makeUser(), 'other');
    render(<Form />);
    expect(values()[0]).toBe('');
    startSession(me, 'token');
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('are dropped on sign-out, and a visitor’s drafts on sign-in', () => {
    const { unmount } = render(<Form />);
    type('ip', '203.0.113.7');
    unmount();
    endSession();
    const { unmount: leave } = render(<Form />);
    expect(values()[0]).toBe('');
    type('ip', '203.0.113.8');
    leave();
    startSession(me, 'token');
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('stay in memory if storage is forbidden', () => {
    const forbid = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      jest.spyOn(Storage.prototype, name).mockImplementation(forbid),
    );
    render(<Form />);
    type('ip', '203.0.113.7');
    expect(values()[0]).toBe('203.0.113.7');
    spies.forEach((spy) => spy.mockRestore());
  });
});
