import type { Access } from '@omicon/domain/permissions/permissions.ts';
import type { ReactNode } from 'react';
import { useSession } from '../base/sign-in/session.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';

interface OnlyWithProps {
  access: Access;
  /** heading of the screen */
  title: string;
  /** what others read */
  refusal: string;
  hint: string;
  children: ReactNode;
}

/** A screen for those whose role opens it. Others read so; its calls would only be refused, with an alert for each. */
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
