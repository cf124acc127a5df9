import { Button, type ButtonProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** A link that looks like a button. */
export function ButtonLink({ href, ...rest }: ButtonProps & { href: string }) {
  const router = useRouter();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(href);
  }
  return <Button component="a" href={href} onClick={follow} {...rest} />;
}
