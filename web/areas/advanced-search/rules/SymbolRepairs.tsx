import { Alert, Text } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import type { SymbolRepair } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { showInvisible } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { Fragment } from 'react';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../../ui/text/format.ts';
import classes from '../wizard.module.css';

const MAX_IN_LINE = 5;
const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });

interface Pair {
  given: string;
  used: string;
}

function GeneLink({ symbol }: { symbol: string }) {
  return (
    <AddressLink href={geneAddress(symbol)} size="xs" underline="always">
      {showInvisible(symbol)}
    </AddressLink>
  );
}

function Replaced({ pairs }: { pairs: readonly Pair[] }) {
  if (pairs.length <= MAX_IN_LINE)
    return (
      <Text size="xs" component="p" m={0}>
        Replaced:{' '}
        <span className="identifier">
          {pairs.map(({ given, used }, at) => (
            <Fragment key={`${given} ${used}`}>
              {at > 0 && ', '}
              {showInvisible(given)} → <GeneLink symbol={used} />
            </Fragment>
          ))}
        </span>
      </Text>
    );
  return (
    <details className={classes.repairs}>
      <summary>{countOf(pairs.length, 'name')} replaced</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard */}
      <ul tabIndex={0} aria-label="Replaced">
        {pairs.map(({ given, used }) => (
          <li key={`${given} ${used}`} className="identifier">
            {showInvisible(given)} → <GeneLink symbol={used} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Unknown names, each with a link to its page, which lists names spelled alike. */
function Unknown({ names }: { names: readonly string[] }) {
  return (
    <Text size="xs" component="p" m={0} c="var(--omicon-warning)">
      Unknown:{' '}
      <span className="identifier">
        {names.slice(0, MAX_IN_LINE).map((name, at) => (
          <Fragment key={name}>
            {at > 0 && ', '}
            <GeneLink symbol={name} />
          </Fragment>
        ))}
        {names.length > MAX_IN_LINE && ` and ${names.length - MAX_IN_LINE} more`}
      </span>
    </Text>
  );
}

/** What became of the names in lists: those replaced, ambiguous ones that the person has to decide, and unknown ones. */
export function SymbolRepairs({ repairs }: { repairs: readonly SymbolRepair[] }) {
  // Two rules may list the same name.
  const each = [...new Map(repairs.map((repair) => [`${repair.given} ${repair.used}`, repair])).values()];
  const replaced = each.flatMap(({ given, used }) => (used === null ? [] : [{ given, used }]));
  const undecided = each.filter(({ used, candidates }) => used === null && candidates.length > 0);
  const unknown = each.flatMap(({ given, used, candidates }) =>
    used === null && candidates.length === 0 ? [given] : [],
  );
  return (
    <>
      {replaced.length > 0 && <Replaced pairs={replaced} />}
      {undecided.map(({ given, candidates }) => (
        <Text key={given} size="xs" component="p" m={0} c="var(--omicon-warning)">
          <span className="identifier">{given}</span> is an old name of{' '}
          {NAMES.formatToParts(candidates).map(({ type, value }, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
            type === 'element' ? <GeneLink key={at} symbol={value} /> : value,
          )}
          , so it was not replaced. List the symbol you mean.
        </Text>
      ))}
      {unknown.length > 0 && <Unknown names={unknown} />}
    </>
  );
}

/** The same for all rules of a query, above its results. */
export function ResultRepairs({ repairs }: { repairs: readonly SymbolRepair[] | undefined }) {
  if (repairs === undefined || repairs.length === 0) return null;
  return (
    <Alert variant="light" color="teal" role="status" p="xs" mb="sm">
      <SymbolRepairs repairs={repairs} />
    </Alert>
  );
}
