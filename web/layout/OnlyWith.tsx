import type { Access } from '@omicon/domain/permissions/permissions.ts';
import type { ReactNode } from 'react';
import { useSession } from '../base/sign-in/session.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';

interface OnlyWithProps {
  access: Access;
  /** heading of the screen */
  title: string;
  /** message for other roles */
  refusal: string;
  hint: string;
  children: ReactNode;
}

/** Shows a screen only to people with permission. Others get a message, and not an alert for each refused call. */
export function OnlyWith({ access, title, refusal, hint, children }: OnlyWithProps) {
  const { hasPermission } = useSession();
  if (hasPermission(access)) return children;
  return (
    <>
      <PageTitle title={title} />
      <EmptyState title={refusal}>{hint}</EmptyState>
    </>
  );
}
