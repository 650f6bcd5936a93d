import { createElement, type ComponentType, type SVGProps } from 'react';

/**
 * Replaces `lucide-react` in tests with empty SVG icons, because the package would create all of its 1,700 icons for
 * every test file. The type check ensures that an icon exists, and the browser tests use the real package.
 */
export type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };

const kebab = (name: string) =>
  name.replace(/([a-z])(?=[A-Z0-9])|([0-9])(?=[A-Z])/g, '$1$2-').toLowerCase();

/** Icons with a name or a role are not hidden, as in lucide. */
const speaks = (props: IconProps) =>
  Boolean(props.children) ||
  Object.entries(props).some(
    ([name, value]) => /^(aria-.*|role|title)$/.test(name) && value !== undefined && value !== null,
  );

const icon =
  (name: string): ComponentType<IconProps> =>
  ({ size = 24, className = '', ...props }) =>
    createElement('svg', {
      width: size,
      height: size,
      className: `lucide lucide-${kebab(name)} ${className}`.trim(),
      ...(speaks(props) ? {} : { 'aria-hidden': true }),
      ...props,
    });

const made = new Map<string, ReturnType<typeof icon>>();

module.exports = new Proxy(
  {},
  {
    get(_, name) {
      if (name === '__esModule') return true;
      if (typeof name !== 'string') return undefined;
      const known = made.get(name) ?? icon(name);
      made.set(name, known);
      return known;
    },
  },
);
