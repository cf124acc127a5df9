import { Button } from '@mantine/core';
import { consensusAddress } from '@omicon/contract/addresses.ts';
import { MAX_CONSENSUS_MODULES } from '@omicon/domain/statistics/correlates/fidelity.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { MODULE_COLUMN, readFirstModules } from './first-modules.ts';

interface ConsensusOfResultsProps {
  columns: readonly string[] | undefined;
  /** pages in the order of the result */
  read: Parameters<typeof readFirstModules>[0];
}

/** Opens the consensus of the modules of a result, where its rows are modules. */
export function ConsensusOfResults({ columns, read }: ConsensusOfResultsProps) {
  const router = useRouter();
  const open = useMutation({
    mutationFn: () => readFirstModules(read),
    onSuccess: ({ modules, isCut }) => {
      if (isCut)
        showToast({
          type: 'warning',
          title: 'The first modules',
          message: `A consensus takes ${MAX_CONSENSUS_MODULES} modules: the first ${MAX_CONSENSUS_MODULES} in the order of the result.`,
          durationMs: 6000,
        });
      router.history.push(consensusAddress(modules));
    },
  });
  if (columns === undefined || !columns.includes(MODULE_COLUMN)) return null;
  return (
    <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
      Consensus of these modules
    </Button>
  );
}
