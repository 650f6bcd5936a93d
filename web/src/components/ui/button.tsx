import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cn } from './class-names.js';

export interface ButtonStyle {
  /**
   * `danger` opens a confirmation for a destructive action; `destroy` performs it and belongs inside the
   * confirmation.
   */
  variant?: 'primary' | 'outline' | 'ghost' | 'danger' | 'destroy';
  size?: 'sm' | 'md' | 'lg';
  /** Square, for an icon without text. Requires an aria-label. */
  icon?: boolean;
}

const buttonClass = ({ variant = 'outline', size = 'md', icon }: ButtonStyle) =>
  cn('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, icon && 'btn-icon');

type ButtonProps = ButtonStyle &
  ComponentProps<'button'> & {
    /** Waiting for a response; clicks are ignored. Unlike a disabled button it keeps the focus. */
    busy?: boolean;
  };

/** A button whose default is `type="button"`, so that it never submits a form by accident. */
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
      className={cn(buttonClass({ variant, size, icon }), className)}
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
    />
  );
}

/** Prevents the default because Enter in a field also activates the form's button. */
const ignore = (event: MouseEvent) => event.preventDefault();

export function ButtonLink({ variant, size, icon, className, ...rest }: ButtonStyle & LinkProps) {
  return <Link className={cn(buttonClass({ variant, size, icon }), className)} {...rest} />;
}

export function ButtonAnchor({
  variant,
  size,
  icon,
  className,
  ...rest
}: ButtonStyle & ComponentProps<'a'>) {
  return <a className={cn(buttonClass({ variant, size, icon }), className)} {...rest} />;
}
