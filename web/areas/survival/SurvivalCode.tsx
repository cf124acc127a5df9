import { Box } from '@mantine/core';
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { CodeModal } from '../../ui/text/CodeModal.tsx';
import { CODE_LANGUAGES, codeLines } from './code-lines.ts';
import { bodyOf, type SurvivalQuery } from './survival-query.ts';

interface SurvivalCodeProps {
  id: number;
  query: SurvivalQuery;
  found: ReplyOf<typeof getSurvival>;
}

/** The same curves, test and model in R, or the call. */
export function SurvivalCode({ id, query, found }: SurvivalCodeProps) {
  const address = `${window.location.origin}${getSurvival.path.replace(':id', String(id))}`;
  return (
    <Box mb="md">
      <CodeModal
        about="The same in R, from the sample table of the data set, or the call for these numbers."
        languages={CODE_LANGUAGES}
        codeFor={(language) => codeLines(language, { address, body: bodyOf(query), found })}
      />
    </Box>
  );
}
