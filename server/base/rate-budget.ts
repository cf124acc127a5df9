/** Budgets per caller and hour for open calls; kept in memory, for they only need to be about right. */
import { PortalError } from './errors.ts';

interface Budget {
  taken: number;
  endsAtMs: number;
}

const budgets = new Map<string, Budget>();
const MOST_BUDGETS = 10_000;

function forgetEnded(nowMs: number): void {
  for (const [key, budget] of budgets) if (budget.endsAtMs < nowMs) budgets.delete(key);
}

/** @throws PortalError 429 when `key` took its share of the running window already */
export function takeFromBudget(key: string, limit: { most: number; seconds: number }): void {
  const nowMs = Date.now();
  if (budgets.size > MOST_BUDGETS) forgetEnded(nowMs);
  const found = budgets.get(key);
  const budget =
    found && found.endsAtMs > nowMs ? found : { taken: 0, endsAtMs: nowMs + limit.seconds * 1000 };
  if (budget.taken >= limit.most) {
    throw new PortalError('too_many_requests', 'Too many attempts. Please wait a while and try again.', {
      retryAfterSeconds: Math.ceil((budget.endsAtMs - nowMs) / 1000),
    });
  }
  budgets.set(key, { ...budget, taken: budget.taken + 1 });
}
