/**
 * jsdom's `getComputedStyle` matches every rule of its default style sheet against the element and copies the results
 * on each call. Queries by role, `toBeVisible` and clicks read the same four properties of every element up to the
 * root. Only these are computed here, with the same results; jsdom handles the rest.
 */
const QUICK = ['display', 'opacity', 'visibility', 'pointer-events'];
const INITIAL: Record<string, string> = { visibility: 'visible', 'pointer-events': 'auto' };

/** Original implementation, for comparison. */
export const jsdomGetComputedStyle = window.getComputedStyle.bind(window);

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

/** Follows jsdom's default style sheet, whose `display` rules depend only on these conditions. */
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
  const found = jsdomGetComputedStyle(element).display;
  displays.set(kind, found);
  return found;
}

/** Whether a style sheet of the page sets one of these properties, so that jsdom has to compute them. */
const hasStyleSheets = (): boolean =>
  [...document.styleSheets].some(({ cssRules }) =>
    [...cssRules].some(({ cssText }) => QUICK.some((name) => cssText.includes(name))),
  );

function quick(element: Element, name: string): string {
  if (hasStyleSheets()) return jsdomGetComputedStyle(element).getPropertyValue(name);
  if (name in INITIAL) return inherited(element, name);
  return inline(element, name) || (name === 'display' ? display(element) : '');
}

export function getComputedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return jsdomGetComputedStyle(element, pseudo);
  const value = (name: string) =>
    QUICK.includes(name)
      ? quick(element, name)
      : jsdomGetComputedStyle(element).getPropertyValue(name);
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
      const all = jsdomGetComputedStyle(element);
      const found: unknown = Reflect.get(all, name);
      return typeof found === 'function' ? (found.bind(all) as unknown) : found;
    },
  });
}
