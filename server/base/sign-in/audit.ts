import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Db } from '../postgres/database.ts';

export interface AuditEvent {
  action: string;
  result: 'done' | 'refused' | 'failed';
  object_type?: string;
  object_number?: number;
  request_id?: string;
  /** never a password, a token, a link or the text of a message */
  detail?: Record<string, string | number | boolean | null>;
}

/** Appends an event to the audit log: who did what, with which result. Table `audit_event`. */
export async function recordAuditEvent(
  db: Db,
  principal: Pick<Principal, 'person_id' | 'role'>,
  event: AuditEvent,
): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({
      person_id: principal.person_id,
      role: principal.role,
      action: event.action,
      object_type: event.object_type ?? null,
      object_number: event.object_number ?? null,
      result: event.result,
      request_id: event.request_id ?? null,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute();
}
