import { Box } from '@mantine/core';
import { EXPLORE } from '@omicon/contract/addresses.ts';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';

/** The two kinds of lists that Explore takes. */
export function ExploreModes({ mode }: { mode: 'list' | 'ranked' }) {
  return (
    <Box mb="md">
      <TabLinks
        label="Kinds of lists"
        chosen={mode}
        tabs={[
          { name: 'list', title: 'Gene list', href: EXPLORE },
          { name: 'ranked', title: 'Ranked list', href: `${EXPLORE}?mode=ranked` },
        ]}
      />
    </Box>
  );
}
