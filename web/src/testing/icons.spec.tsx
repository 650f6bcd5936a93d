import { render } from '@testing-library/react';
import * as icons from 'lucide-react';
import type { LucideIcon, LucideProps } from 'lucide-react';

// Loads the real package, bypassing the module mapping of the tests.
const real = jest.requireActual<typeof icons>(
  '../../../node_modules/lucide-react/dist/cjs/lucide-react.js',
);

const NAMES = ['Box', 'KeyRound', 'ScanEye', 'TriangleAlert'] as const;
const PROPS: LucideProps[] = [
  {},
  { size: 16, className: 'text-muted' },
  { 'aria-label': 'Done' },
  { 'aria-label': 'Done', role: 'img' },
  { 'aria-label': undefined },
  { 'aria-hidden': true },
  { children: <title>Done</title> },
];

/** Renders an icon and returns its title and the attributes that tests compare. */
function drawn(Icon: LucideIcon, props: LucideProps) {
  const svg = render(<Icon {...props} />).container.firstElementChild!;
  const attributes = ['width', 'height', 'aria-hidden', 'aria-label', 'role'];
  return {
    ...Object.fromEntries(attributes.map((name) => [name, svg.getAttribute(name)])),
    title: svg.querySelector('title')?.textContent,
  };
}

describe.each(NAMES)('icon %s', (name) => {
  it.each(PROPS)('renders like lucide’s with %j', (props) => {
    expect(drawn(icons[name], props)).toEqual(drawn(real[name], props));
  });

  it('has lucide’s class', () => {
    const { container } = render(
      <>
        {[icons, real].map((set, i) => (
          <Part key={i} of={set[name]} />
        ))}
      </>,
    );
    const [stubs, originals] = [...container.querySelectorAll('svg')].map(({ classList }) => [
      ...classList,
    ]);
    expect(originals).toEqual(expect.arrayContaining(stubs!));
  });
});

const Part = ({ of: Icon }: { of: LucideIcon }) => <Icon />;
