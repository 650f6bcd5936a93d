import { Moon, Sun } from 'lucide-react';
import { Button } from '@/components/ui/button.js';
import { t } from '@/messages/i18n.js';
import { useTheme } from '@/lib/theme.js';
import { commonMessages } from '@/messages/common.js';

export function ThemeToggle() {
  const m = t(commonMessages);
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? m.toLightTheme : m.toDarkTheme;
  return (
    <Button variant="ghost" icon aria-label={label} title={label} onClick={toggle}>
      <Moon className="ic dark:hidden" />
      <Sun className="ic hidden dark:block" />
    </Button>
  );
}
