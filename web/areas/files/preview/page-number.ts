import { z } from 'zod';

export const PAGE_FAULT = 'Please enter a valid number';

/** A typed page number; null unless it is an integer from 1 to the number of pages. */
export function readPageNumber(text: string, numberOfPages: number): number | null {
  const typed = text.trim();
  if (!/^[0-9]{1,9}$/.test(typed)) return null;
  const page = Number(typed);
  return page >= 1 && page <= numberOfPages ? page : null;
}

/** The page number of an address, whether the document has that page or not; null if absent or invalid. */
export const pageOfAddress = z
  .string()
  .regex(/^-?[0-9]{1,15}$/)
  .transform(Number)
  .nullable()
  .catch(null);

/** The nearest existing page. */
export function clampPage(page: number, numberOfPages: number): number {
  return Math.min(Math.max(Math.trunc(page), 1), Math.max(numberOfPages, 1));
}
