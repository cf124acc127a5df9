import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { getPreferences } from '@omicon/contract/areas/people/preferences.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { openReport } from '../../areas/feedback/open-report.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Part } from '../../ui/layout/Part.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { KeyboardMap } from '../../ui/navigation/KeyboardMap.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const TITLE = NAMED_SCREENS.accessibility.title;
const STANDARD = 'https://www.w3.org/TR/WCAG22/';

const TESTS = [
  'All addresses and nearly all modals are checked with axe, by the rules of WCAG 2.0 to 2.2, levels A and AA: in wide and narrow windows, in light and dark mode; the remaining modals in a wide window. A single violation fails the tests.',
  'All addresses are tested at a width of 390 px, without horizontal scrolling, and at 720 px, which corresponds to a window of 1440 px at 200 % zoom.',
  'On screens with grids, pictures and forms, the Tab key is tested to reach everything in the order of the page. Signing in, navigating lists, reading pictures and diagrams, and writing and deleting comments are tested with the keyboard only.',
  'With forced colours, selected items remain distinguishable; with reduced motion, there are no animations. While pages load, their cumulative layout shift stays below 0.1.',
];

const LIMITS = [
  'Treemap values smaller than 24 px are painted, and become buttons on hover or focus; rows of cells far from the window are rendered when you scroll to them. The view “Table” beside the picture lists all values as rows.',
  'The lineage of a record is a diagram. Its nodes are buttons in a fixed order, and the arrow keys follow its lines. The view “Tree” beside it shows the same as nested lists; with hundreds of nodes, its search is faster.',
  'The arrow keys read the points of a ranking and the bars of an eigengene one by one; the table beside it, or the TSV download of the picture, contains all of them.',
  'Module PDFs, office documents and other files are shown as the laboratory stored them. Most PDFs contain pictures without descriptions; members, statistics and enrichment of a module are also available as tables.',
  'If a list has more than 200 rows per page, only the visible rows are in the document. Screen readers get the total number; fewer rows per page avoid this.',
  'The tests above are automatic, or made by the developers of the portal. There has been no complete test with a screen reader and no external audit yet.',
];

function Sentences({ children }: { children: readonly string[] }) {
  return (
    <List spacing="xs" maw="72ch">
      {children.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

function Statement() {
  const contact = useEndpoint(getPreferences, {}).data?.contact ?? '';
  return (
    <Stack gap="xl">
      <Part title="Goal">
        <Text maw="72ch">
          Everybody who works with the laboratory’s data can use this portal: by keyboard only, with a screen
          reader, enlarged, with custom colours, and without motion. The standard is{' '}
          <Anchor href={STANDARD} underline="always" rel="noreferrer">
            WCAG 2.2
          </Anchor>
          , level AA.
        </Text>
      </Part>
      <Part title="How it is tested">
        <Sentences>{TESTS}</Sentences>
      </Part>
      <Part title="Known limits">
        <Sentences>{LIMITS}</Sentences>
      </Part>
      <Part title="Keyboard">
        <KeyboardMap />
      </Part>
      <Part title="Report a problem">
        <Text maw="72ch" mb="sm">
          If you encounter a barrier, please report it: say where it occurred and what you use, and the
          laboratory will receive your report.{' '}
          {contact !== '' && 'You can also write to the operators of the portal:'}
        </Text>
        {contact !== '' && (
          <Text mb="sm" style={{ whiteSpace: 'pre-line' }}>
            {contact}
          </Text>
        )}
        <Button variant="default" onClick={openReport}>
          Report a problem
        </Button>
      </Part>
    </Stack>
  );
}

/** `/home/accessibility`: accessibility statement with known limits, keys and contact. */
export function Accessibility() {
  return (
    <>
      <PageTitle title={TITLE} />
      <Statement />
    </>
  );
}

/** The same at `/accessibility`, for people who have not signed in. */
export function PublicAccessibility() {
  return (
    <PublicFrame isWide>
      <Stack gap="md">
        <ScreenTitle>{TITLE}</ScreenTitle>
        <Statement />
      </Stack>
    </PublicFrame>
  );
}
