import { openAdmin } from './admin.js';
import { getComputedStyle as quick, jsdomGetComputedStyle } from './computed-style.js';

const NAMES = ['display', 'opacity', 'visibility', 'pointer-events'];

/** Returns the four properties of every element of the page, as computed by `styleOf`. */
const all = (styleOf: typeof quick) =>
  [...document.querySelectorAll('*')].map((element) => {
    const style = styleOf(element);
    return [element.outerHTML, ...NAMES.map((name) => style.getPropertyValue(name))];
  });

const show = (html: string) => {
  document.body.innerHTML = html;
  return document.querySelector('#it')!;
};

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

describe('computed styles in tests', () => {
  it('match jsdom on a complete page', async () => {
    await openAdmin('Users');
    expect(all(quick)).toEqual(all(jsdomGetComputedStyle));
  });

  it.each([
    '<p id="it" hidden>',
    '<p id="it" hidden style="display: block">',
    '<p style="visibility: hidden"><b id="it">',
    '<p style="visibility: hidden"><b style="visibility: visible"><i id="it">',
    '<p style="pointer-events: none"><b id="it">',
    '<p id="it" style="opacity: 0">',
    '<dialog id="it">',
    '<dialog id="it" open>',
    '<input id="it" type="hidden">',
    '<input id="it" type="text">',
    '<ruby>a<rp id="it">b',
    '<svg><title id="it">',
    '<details><summary id="it">',
  ])('match jsdom for %s', (html) => {
    show(html);
    expect(all(quick)).toEqual(all(jsdomGetComputedStyle));
  });

  it('follow a change', () => {
    const it = show('<p id="it">') as HTMLElement;
    expect(quick(it).display).toBe('block');
    it.hidden = true;
    expect(quick(it).display).toBe('none');
  });

  it('apply a style sheet of the page', () => {
    const it = show('<p id="it">');
    expect(quick(it).display).toBe('block');
    document.head.innerHTML = '<style>#it { display: none }</style>';
    expect(quick(it).display).toBe('none');
  });

  it('include all other properties', () => {
    expect(quick(show('<p id="it" style="color: red">')).color).toBe('rgb(255, 0, 0)');
  });
});
