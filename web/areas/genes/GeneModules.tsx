import { Box, Stack, Text } from '@mantine/core';
import { listMetaModulesOfGene } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { GeneModuleGrid } from './GeneModuleGrid.tsx';

const SignalPicture = lazyPart(
  'the recurring signals',
  async () => (await import('./SignalPicture.tsx')).SignalPicture,
);

/** Signals that are drawn first. */
const MAX_SIGNALS = 5;
/** Of a drawn signal, and of what is around them; reserved until they are drawn. */
const [SIGNAL_HEIGHT, FRAME_HEIGHT] = [42, 124];

interface GeneSignalsProps {
  symbol: string;
  signals: ReplyOf<typeof listMetaModulesOfGene>['results'];
}

/** The meta-modules of whose consensus genes a gene is one, as a picture. */
function GeneSignals({ symbol, signals }: GeneSignalsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = useMemo(() => (isWhole ? signals : signals.slice(0, MAX_SIGNALS)), [isWhole, signals]);
  const count = signals.length === 0 ? 'no recurring signal' : countOf(signals.length, 'recurring signal');
  return (
    <section aria-label="Recurring signals">
      <Text size="sm" mb={signals.length === 0 ? 0 : 'xs'}>
        {symbol} is among the consensus genes of {count}.
      </Text>
      {shown.length > 0 && (
        <Box mih={FRAME_HEIGHT + SIGNAL_HEIGHT * shown.length}>
          <SignalPicture symbol={symbol} signals={shown} />
        </Box>
      )}
      {signals.length > MAX_SIGNALS && (
        <SecondaryButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the first ${MAX_SIGNALS}` : `Show all ${formatCount(signals.length)}`}
        </SecondaryButton>
      )}
    </section>
  );
}

/** The meta-modules of a gene, and below them its modules. */
export function GeneModules({ symbol }: { symbol: string }) {
  const mayList = useSession().hasPermission(listMetaModulesOfGene.permission);
  const reply = useEndpoint(listMetaModulesOfGene, { params: { symbol } }, { enabled: mayList });
  const isAwaited = mayList && reply.isPending;
  return (
    <Stack gap="md">
      {mayList && !reply.isSuccess && <NotLoaded reply={reply} what="the recurring signals" lines={3} />}
      {reply.isSuccess && <GeneSignals key={symbol} symbol={symbol} signals={reply.data.results} />}
      {/* Not seen before its place is known. */}
      <div style={isAwaited ? { visibility: 'hidden' } : undefined}>
        <GeneModuleGrid symbol={symbol} />
      </div>
    </Stack>
  );
}
