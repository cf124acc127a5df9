import { Modal, Text } from '@mantine/core';
import { getSignIn } from '@omicon/contract/areas/people/account.ts';
import { getMe } from '@omicon/contract/areas/people/sign-in.ts';
import { useEffect, useState } from 'react';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { ModalFrame } from '../../ui/form/ModalFrame.tsx';
import { useLogout } from './calls.ts';
import { formatTimeLeft, pollDelay, WARNING_SECONDS } from './sign-in-end.ts';

/**
 * The time left before the session ends. It comes from the server, because other tabs share the session; the call
 * does not extend it.
 */
function useGetSignIn() {
  return useEndpoint(
    getSignIn,
    {},
    {
      refetchInterval: ({ state }) => pollDelay(state.data?.seconds_left),
      refetchIntervalInBackground: true,
      // Timers do not run while a machine sleeps.
      refetchOnWindowFocus: 'always',
      staleTime: 0,
    },
  );
}

/** The current time, updated each second while enabled. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}

function IdleWarning({ left }: { left: string }) {
  // Any call that counts as activity extends the session.
  const stay = useChange(getMe, { refreshes: [getSignIn] });
  const logout = useLogout();
  return (
    <ModalFrame
      buttons={[
        { kind: 'close', label: 'Log Out', onClick: () => logout.mutate() },
        {
          kind: 'submit',
          label: 'Stay signed in',
          isBusy: stay.isPending,
          onClick: () => stay.mutate({}),
        },
      ]}
    >
      <Text>
        Nothing has been done here for a while. You will be signed out in <span role="timer">{left}</span>.
      </Text>
    </ModalFrame>
  );
}

function LastWarning({ left, onClose }: { left: string; onClose(): void }) {
  return (
    <ModalFrame buttons={[{ kind: 'close', label: 'Close', onClick: onClose }]}>
      <Text>
        A sign-in lasts twelve hours at most, a guest’s eight. This one ends in{' '}
        <span role="timer">{left}</span>. Please finish what you are doing, and sign in again.
      </Text>
    </ModalFrame>
  );
}

/** Warns two minutes before the session ends, and lets the person extend it if possible. */
export function SignInEnd() {
  const { data, dataUpdatedAt } = useGetSignIn();
  const [isClosed, setClosed] = useState(false);
  const isNear = data !== undefined && data.seconds_left <= WARNING_SECONDS;
  const now = useNow(isNear);
  useEffect(() => {
    if (!isNear) setClosed(false);
  }, [isNear]);
  if (!isNear) return null;
  const left = formatTimeLeft(data.seconds_left - (now - dataUpdatedAt) / 1000);
  return (
    <Modal
      opened={!isClosed}
      onClose={() => setClosed(true)}
      title={data.is_extendable ? 'Are you still there?' : 'Your sign-in is about to end'}
      closeOnClickOutside={false}
      closeOnEscape={!data.is_extendable}
      withCloseButton={false}
    >
      {data.is_extendable ? (
        <IdleWarning left={left} />
      ) : (
        <LastWarning left={left} onClose={() => setClosed(true)} />
      )}
    </Modal>
  );
}
