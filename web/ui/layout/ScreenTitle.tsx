import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';

/** Heading and window title of a screen outside the portal's frame. */
export function ScreenTitle({ children, isCentered = false }: { children: string; isCentered?: boolean }) {
  useDocumentTitle(`${children} - Omicon`);
  return (
    <Title order={1} {...(isCentered ? { ta: 'center' } : {})}>
      {children}
    </Title>
  );
}
