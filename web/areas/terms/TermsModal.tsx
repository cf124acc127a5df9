import { Box, Modal } from '@mantine/core';
import { getSession } from '@omicon/contract/areas/people/sign-in.ts';
import { acceptTerms, getTerms } from '@omicon/contract/areas/people/terms.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { useGetTerms } from './calls.ts';
import { TermsText } from './TermsText.tsx';
import classes from './terms.module.css';

/** The modal `tos`: blocks the portal until the terms in force are accepted or declined. */
export function TermsModal({ onDecline }: { onDecline(): void }) {
  const terms = useGetTerms();
  // If there is a newer version, the call fails and the newer one is shown.
  const accept = useChange(acceptTerms, { refreshes: [getSession, getTerms], refreshesAfterFailure: true });
  const { data } = terms;
  return (
    <Modal
      opened
      onClose={onDecline}
      title="Terms Of Service"
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
    >
      <ModalFrame
        buttons={[
          { kind: 'close', label: 'Decline', onClick: onDecline },
          {
            kind: 'submit',
            label: 'Accept',
            isBusy: accept.isPending,
            isDisabled: data === undefined || terms.isFetching,
            onClick: () => data && accept.mutate({ body: { version: data.version } }),
          },
        ]}
      >
        {/* Focusable, so that the text scrolls by keyboard. */}
        <Box
          component="section"
          className={classes.text}
          tabIndex={0}
          data-autofocus
          aria-label="Text of the terms"
        >
          {!terms.isSuccess && <NotLoaded reply={terms} what="the terms" />}
          {data && <TermsText terms={data} />}
        </Box>
      </ModalFrame>
    </Modal>
  );
}
