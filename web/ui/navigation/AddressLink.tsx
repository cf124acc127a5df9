import { Anchor, type AnchorProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithRef, MouseEvent } from 'react';

type AddressLinkProps = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps> & { href: string };

/** A link to an address of the portal; a plain click navigates without reloading the page. */
export function AddressLink({ href, onClick, ...rest }: AddressLinkProps) {
  const router = useRouter();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || opensElsewhere) return;
    event.preventDefault();
    router.history.push(href);
  }

  return <Anchor {...rest} href={href} onClick={follow} />;
}
