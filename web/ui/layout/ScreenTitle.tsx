import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';

/** The heading of a screen without the frame of the portal, which is also the title of its window. */
export function ScreenTitle({ children, isCentered = false }: { children: string; isCentered?: boolean }) {
  useDocumentTitle(`${children} - Omicon`);
  return (
    <Title order={1} {...(isCentered ? { ta: 'center' } : {})}>
      {children}
    </Title>
  );
}
