import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useAddressLink } from './use-address-link.ts';

type AddressLinkProps = AnchorProps &
  Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | 'onPointerEnter'> & { href: string };

/** A link to an address of the portal. */
export function AddressLink({ href, onClick, onFocus, ...rest }: AddressLinkProps) {
  const { follow, preload } = useAddressLink(href);
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
        follow(event);
      }}
    />
  );
}
