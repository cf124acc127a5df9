import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import type { GeneReport } from '@omicon/contract/areas/genes/gene-sets.ts';
import { showInvisible } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { Fragment } from 'react';
import { countOf } from '../../ui/text/format.ts';

const MAX_NAMED = 50;

interface NamedGene {
  /** as written in the file */
  from: string;
  /** symbols that it means, or may mean; without one its own page lists names spelled alike */
  symbols: readonly string[];
}

/** In a new tab: the form keeps its file. */
function GeneLink({ name }: { name: string }) {
  return (
    <Anchor href={geneAddress(name)} target="_blank" rel="noopener">
      {showInvisible(name)}
    </Anchor>
  );
}

function NamedGenes({ genes }: { genes: readonly NamedGene[] }) {
  const rest = genes.length - MAX_NAMED;
  return (
    <>
      {genes.slice(0, MAX_NAMED).map(({ from, symbols }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat, the order does not change
        <Fragment key={at}>
          {at > 0 && ', '}
          {symbols.length === 0 ? <GeneLink name={from} /> : showInvisible(from)}
          {symbols.map((symbol, index) => (
            <Fragment key={symbol}>
              {index === 0 ? ' → ' : ' or '}
              <GeneLink name={symbol} />
            </Fragment>
          ))}
        </Fragment>
      ))}
      {rest > 0 && `, and ${rest} more`}
    </>
  );
}

function linesOf(report: GeneReport): { title: string; genes: readonly NamedGene[] }[] {
  const replaced = ({ from, to }: { from: string; to: string }) => ({ from, symbols: [to] });
  const lines = [
    { title: 'replaced by the official symbol', genes: report.mapped.map(replaced) },
    { title: 'read in other characters', genes: report.cleaned.map(replaced) },
    { title: 'recognised behind a date', genes: report.dates.map(replaced) },
    {
      title: 'of several possible symbols, kept as written',
      genes: report.ambiguous.map(({ from, candidates }) => ({ from, symbols: candidates })),
    },
    {
      title: 'unknown, kept as written',
      genes: report.unknown.map((from) => ({ from, symbols: [] })),
    },
  ];
  return lines.flatMap(({ title, genes }) =>
    genes.length === 0 ? [] : [{ title: `${countOf(genes.length, 'gene')} ${title}`, genes }],
  );
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
      {report.note !== null && <Text size="sm">{report.note}</Text>}
      <List size="sm">
        {lines.map(({ title, genes }) => (
          <List.Item key={title}>
            {title}:{' '}
            <span className="identifier">
              <NamedGenes genes={genes} />
            </span>
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
