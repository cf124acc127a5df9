import { NumberInput } from '@mantine/core';
import type { RankingQuery } from './ranking/ranking-query.ts';

interface SampleAmountProps {
  query: RankingQuery;
  onChange(amount: string): void;
}

/** In how many samples, or per cent of them, the rules must hold. */
export function SampleAmount({ query, onChange }: SampleAmountProps) {
  const isShare = query.quantifier === 'share';
  return (
    <NumberInput
      size="xs"
      w={80}
      aria-label={isShare ? 'Per cent of the samples' : 'Number of samples'}
      min={1}
      max={isShare ? 100 : 100_000_000}
      value={query.amount ?? 1}
      onChange={(amount) => onChange(String(amount))}
    />
  );
}
