import { Breadcrumbs, Text } from '@mantine/core';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';

/** Breadcrumbs down to the open folder; nothing at the top level. */
export function FolderTrail({ folder, hrefOf }: { folder: string; hrefOf(path: string): string }) {
  if (folder === '') return null;
  const names = folder.split('/');
  const last = names.pop() ?? '';
  return (
    <Breadcrumbs component="nav" aria-label="Folder" separator="/" separatorMargin={6} mb="sm">
      <AddressLink href={hrefOf('')} size="sm">
        All files
      </AddressLink>
      {names.map((name, depth) => {
        const path = names.slice(0, depth + 1).join('/');
        return (
          <AddressLink key={path} href={hrefOf(path)} size="sm">
            {name}
          </AddressLink>
        );
      })}
      <Text size="sm" aria-current="page">
        {last}
      </Text>
    </Breadcrumbs>
  );
}
