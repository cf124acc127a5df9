import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { getPreferences } from '@omicon/contract/areas/preferences.ts';
import { openReport } from '../../areas/feedback/open-report.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Part } from '../../ui/layout/Part.tsx';
import { ScreenTitle } from '../../ui/layout/ScreenTitle.tsx';
import { KeyboardMap } from '../../ui/navigation/KeyboardMap.tsx';
import { PublicFrame } from './PublicFrame.tsx';

const TITLE = 'Accessibility';
const STANDARD = 'https://www.w3.org/TR/WCAG22/';

const TESTS = [
  'Every address and nearly every modal is judged by axe, with the rules of WCAG 2.0 to 2.2, levels A and AA: in a wide and a narrow window, in light and dark colours, the other modals in a wide one. One violation fails the tests.',
  'Every address is drawn 390 px wide without scrolling sideways, and 720 px wide, as a window of 1440 px is at 200 % zoom.',
  'Tab is counted through screens with grids, pictures and forms: it reaches everything, in the order of the page. Signing in, walking through a list and back, reading pictures and diagrams, and writing and deleting comments are tested by keyboard alone.',
  'In the colours of the system (forced colours) what is chosen stands out from what is not; under the wish for less motion nothing moves. While pages are read, their parts move by less than a tenth of the window, as layout shift is measured.',
];

const LIMITS = [
  'Values of a treemap smaller than 24 px are painted, and become buttons when they are pointed at or focused; rows of cells far from the window are drawn when they are scrolled to. The view “Table” beside the picture holds all values as rows.',
  'The lineage of a record is a diagram. Its nodes are buttons in a fixed order, and the arrow keys follow its lines; the view “Tree” beside it is the same as nested lists, and with hundreds of nodes its search is the quicker way.',
  'Points of a ranking and bars of an eigengene are read one by one by the arrow keys; the table below, or the download of the picture as TSV, holds them all.',
  'Module PDFs, office documents and other files are shown as the laboratory stored them. Most PDFs hold pictures without a description; members, statistics and enrichment of a module are also tables.',
  'Of a list above 200 rows on a page only the rows in sight are in the page. Screen readers are told the whole number; fewer rows a page avoid it.',
  'The tests above are those of machines and of the people who make the portal. No full round with a screen reader, and no audit by others, has been made yet.',
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
      <Part title="What is aimed at">
        <Text maw="72ch">
          Everybody who works with the laboratory’s data can use this portal: by keyboard alone, with a screen
          reader, enlarged, with colours of their own, and without motion. The measure is{' '}
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
          Whatever is in your way is a fault: say where you were and what you use, and the laboratory gets to
          know it. {contact !== '' && 'Or write to those who run the portal:'}
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
