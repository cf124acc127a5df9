import { Alert, List, Stack, Text } from '@mantine/core';
import type { GeneReport } from '@omicon/contract/areas/gene-sets.ts';
import { countOf } from '../../ui/text/format.ts';

const MAX_NAMED = 50;

function named(texts: readonly string[]): string {
  const rest = texts.length - MAX_NAMED;
  return texts.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

function linesOf(report: GeneReport): { title: string; detail: string }[] {
  const replaced = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;
  const lines = [
    {
      count: report.mapped.length,
      title: 'replaced by the official symbol',
      detail: report.mapped.map(replaced),
    },
    { count: report.dates.length, title: 'recognised behind a date', detail: report.dates.map(replaced) },
    {
      count: report.ambiguous.length,
      title: 'of several possible symbols, kept as written',
      detail: report.ambiguous.map(({ from, candidates }) => `${from} (${candidates.join(' or ')})`),
    },
    { count: report.unknown.length, title: 'unknown, kept as written', detail: report.unknown },
  ];
  const present = lines.filter(({ count }) => count > 0);
  return present.map(({ count, title, detail }) => ({
    title: `${countOf(count, 'gene')} ${title}`,
    detail: named(detail),
  }));
}

function OneReport({ report }: { report: GeneReport }) {
  const lines = linesOf(report);
  const repeated = report.repeated > 0 ? `, ${report.repeated} of them repeated` : '';
  return (
    <div>
      <Text size="sm" fw={500}>
        {report.name === null ? '' : `${report.name}: `}
        {countOf(report.genes, 'gene')}
        {repeated}, {report.official} with an official symbol
      </Text>
      <List size="sm">
        {lines.map(({ title, detail }) => (
          <List.Item key={title}>
            {title}: <span className="identifier">{detail}</span>
          </List.Item>
        ))}
      </List>
    </div>
  );
}

interface RepairReportProps {
  reply: { table: string | null; results: readonly GeneReport[] };
  species: string;
}

/** Report on a gene file, with the genes that would be stored. */
export function RepairReport({ reply, species }: RepairReportProps) {
  return (
    <Alert variant="default" title="Genes of this file" role="status">
      <Stack
        gap="xs"
        mah={240}
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        role="group"
        aria-label="Report on the genes"
      >
        {reply.table === null && (
          <Text size="sm">
            There is no table of symbols for {species || 'this species'}; genes stay as written.
          </Text>
        )}
        {reply.results.map((report, index) => (
          <OneReport key={report.name ?? index} report={report} />
        ))}
      </Stack>
    </Alert>
  );
}
