import { t } from '@/messages/i18n.js';
import { authMessages } from '@/messages/account/auth.js';

const BARS = [1, 2, 3, 4, 5];

/** Five bars and, with `showRequirements`, the unmet requirements in a text with this `id`. */
export function StrengthMeter({
  id,
  password,
  showRequirements,
}: {
  id: string;
  password: string;
  showRequirements: boolean;
}) {
  const { register: m } = t(authMessages);
  const { score, missing, colour } = passwordStrength(password);
  return (
    <div className="mt-2">
      <div
        className="grid grid-cols-5 gap-1"
        role="meter"
        aria-label={m.strength(score)}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
      >
        {BARS.map((bar) => (
          <span
            key={bar}
            data-colour={bar <= score ? colour : 'none'}
            className="h-1 rounded-full"
            style={{ background: `var(--${bar <= score ? colour : 'glass-dim'})` }}
          />
        ))}
      </div>
      {showRequirements && (
        <p id={id} className="help">
          {missing.length > 0
            ? m.missing(missing.map((part) => m.parts[part]).join(', '))
            : m.complete}
        </p>
      )}
    </div>
  );
}

/** SPEC §5: one point each for length 8+, lowercase, uppercase, digit and special character. */
const TESTS = {
  length: /.{8,}/s,
  lowercase: /[a-z]/,
  uppercase: /[A-Z]/,
  digit: /\d/,
  special: /[@$!%*?&]/,
};

type StrengthPart = keyof typeof TESTS;

interface Strength {
  /** 0 to 5. */
  score: number;
  missing: StrengthPart[];
  /** Red at 2 or less, yellow at 3, green above. */
  colour: 'danger' | 'warning' | 'success';
}

function passwordStrength(password: string): Strength {
  const parts = Object.keys(TESTS) as StrengthPart[];
  const missing = parts.filter((part) => !TESTS[part].test(password));
  const score = parts.length - missing.length;
  return { score, missing, colour: score <= 2 ? 'danger' : score === 3 ? 'warning' : 'success' };
}
