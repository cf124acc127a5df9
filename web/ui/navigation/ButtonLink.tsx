import { Button, type ButtonProps } from '@mantine/core';
import { useAddressLink } from './use-address-link.ts';

/** A link that looks like a button. */
export function ButtonLink({ href, ...rest }: ButtonProps & { href: string }) {
  const { follow, preload } = useAddressLink(href);
  return (
    <Button component="a" href={href} onClick={follow} onPointerEnter={preload} onFocus={preload} {...rest} />
  );
}
