/**
 * jsdom's `getComputedStyle` matches every rule of its own style sheet against the element and copies what applies, at
 * each call. Queries by role, `toBeVisible` and clicks ask it for the same four properties of every element up to the
 * root: only these are computed here, as jsdom would. All else is jsdom's own.
 */
const QUICK = ['display', 'opacity', 'visibility', 'pointer-events'];
const INITIAL: Record<string, string> = { visibility: 'visible', 'pointer-events': 'auto' };

/** For what is compared with it. */
export const ofJsdom = window.getComputedStyle.bind(window);

const inline = (element: Element, name: string): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : '';

function inherited(element: Element, name: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = inline(at, name);
    if (value) return value;
  }
  return INITIAL[name]!;
}

const displays = new Map<string, string>();

/** By jsdom's own style sheet, whose rules for `display` look at nothing but this. */
function display(element: Element): string {
  const kind = [
    element.namespaceURI,
    element.localName,
    element.hasAttribute('hidden'),
    element.hasAttribute('open'),
    element.getAttribute('type') === 'hidden',
    element.parentElement?.localName === 'ruby',
  ].join();
  const known = displays.get(kind);
  if (known !== undefined) return known;
  const found = ofJsdom(element).display;
  displays.set(kind, found);
  return found;
}

/** A style sheet on the page that says something of them: then jsdom has to look. */
const sheetsMatter = (): boolean =>
  [...document.styleSheets].some(({ cssRules }) =>
    [...cssRules].some(({ cssText }) => QUICK.some((name) => cssText.includes(name))),
  );

function quick(element: Element, name: string): string {
  if (sheetsMatter()) return ofJsdom(element).getPropertyValue(name);
  if (name in INITIAL) return inherited(element, name);
  return inline(element, name) || (name === 'display' ? display(element) : '');
}

export function getComputedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return ofJsdom(element, pseudo);
  const value = (name: string) =>
    QUICK.includes(name) ? quick(element, name) : ofJsdom(element).getPropertyValue(name);
  const style: Partial<CSSStyleDeclaration> = {
    get display() {
      return value('display');
    },
    get opacity() {
      return value('opacity');
    },
    get visibility() {
      return value('visibility');
    },
    get pointerEvents() {
      return value('pointer-events');
    },
    getPropertyValue: value,
  };
  return new Proxy(style as CSSStyleDeclaration, {
    get(own, name) {
      if (name in own) return Reflect.get(own, name) as unknown;
      const all = ofJsdom(element);
      const found: unknown = Reflect.get(all, name);
      return typeof found === 'function' ? (found.bind(all) as unknown) : found;
    },
  });
}
