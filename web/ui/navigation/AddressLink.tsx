import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useAddressLink } from './use-address-link.ts';

type AddressLinkProps = AnchorProps &
  Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | 'onPointerEnter'> & {
    href: string;
    /** called when the pointer or the focus is on the link */
    onPreload?: (() => void) | undefined;
  };

/** A link to an address of the portal. */
export function AddressLink({ href, onClick, onFocus, onPreload, ...rest }: AddressLinkProps) {
  const link = useAddressLink(href);
  const preload = () => {
    link.preload();
    onPreload?.();
  };
  return (
    <Anchor
      {...rest}
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
