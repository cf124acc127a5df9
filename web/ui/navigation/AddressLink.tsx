import type { ComponentPropsWithRef } from 'react';
import classes from './address-link.module.css';
import { useAddressLink } from './use-address-link.ts';

interface AddressLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'onPointerEnter'> {
  href: string;
  /** font size; 14 px by default */
  size?: 'sm' | 'xs';
  /** default: `hover` */
  underline?: 'always' | 'hover' | 'never';
  /** called when the pointer or the focus is on the link */
  onPreload?: (() => void) | undefined;
}

/** A link to an address of the portal. Not Mantine's anchor, which is three nested components: a list has hundreds of links. */
export function AddressLink({
  href,
  size,
  underline = 'hover',
  className = '',
  onClick,
  onFocus,
  onPreload,
  ...rest
}: AddressLinkProps) {
  const link = useAddressLink(href);
  const preload = () => {
    link.preload();
    onPreload?.();
  };
  return (
    <a
      {...rest}
      className={`mantine-focus-auto ${classes.link} ${className}`}
      data-size={size}
      data-underline={underline}
      href={href}
      onPointerEnter={preload}
      onFocus={(event) => {
        onFocus?.(event);
        preload();
      }}
      onClick={(event) => {
        onClick?.(event);
        link.follow(event);
      }}
    />
  );
}
