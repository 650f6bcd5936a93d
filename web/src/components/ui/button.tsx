import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cn } from './class-names.js';

export interface ButtonLook {
  /** `danger` asks for something destructive, `destroy` does it: only inside the confirmation. */
  variant?: 'primary' | 'outline' | 'ghost' | 'danger' | 'destroy';
  size?: 'sm' | 'md' | 'lg';
  /** Square, for an icon alone. Give it an aria-label. */
  icon?: boolean;
}

const look = ({ variant = 'outline', size = 'md', icon }: ButtonLook) =>
  cn('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, icon && 'btn-icon');

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** It waits for an answer and cannot be pressed. Unlike a disabled button it keeps the focus. */
    busy?: boolean;
  };

/** A button; `type="button"` unless said otherwise, so that it never sends a form by accident. */
export function Button({
  variant,
  size,
  icon,
  className,
  type = 'button',
  busy,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(look({ variant, size, icon }), className)}
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
    />
  );
}

/** Enter in a field presses the form's button too. */
const ignore = (event: MouseEvent) => event.preventDefault();

/** A link within the site that looks like a button. */
export function ButtonLink({ variant, size, icon, className, ...rest }: ButtonLook & LinkProps) {
  return <Link className={cn(look({ variant, size, icon }), className)} {...rest} />;
}

/** A link out of the site that looks like a button. */
export function ButtonAnchor({
  variant,
  size,
  icon,
  className,
  ...rest
}: ButtonLook & ComponentProps<'a'>) {
  return <a className={cn(look({ variant, size, icon }), className)} {...rest} />;
}
