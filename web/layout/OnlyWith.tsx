import type { NamedScreen } from '@omicon/routes/named-screens.ts';
import type { ReactNode } from 'react';
import { useSession } from '../base/sign-in/session.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';

interface OnlyWithProps {
  screen: Pick<NamedScreen, 'title' | 'access'>;
  /** message for other roles */
  refusal: string;
  hint: string;
  children: ReactNode;
}

/** Shows a screen only to people with permission. Others get a message, and not an alert for each refused call. */
export function OnlyWith({ screen, refusal, hint, children }: OnlyWithProps) {
  const { hasPermission } = useSession();
  if (hasPermission(screen.access)) return children;
  return (
    <>
      <PageTitle title={screen.title} />
      <EmptyState title={refusal}>{hint}</EmptyState>
    </>
  );
}
