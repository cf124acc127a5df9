import { z } from 'zod';

export const PAGE_FAULT = 'Please enter a valid number';

/** The page that a person typed; null unless it is a whole number from 1 to the number of pages. */
export function readPageNumber(text: string, numberOfPages: number): number | null {
  const typed = text.trim();
  if (!/^[0-9]{1,9}$/.test(typed)) return null;
  const page = Number(typed);
  return page >= 1 && page <= numberOfPages ? page : null;
}

/** A page in an address, whether the document has it or not; null where none stands there that can be read. */
export const pageOfAddress = z
  .string()
  .regex(/^-?[0-9]{1,15}$/)
  .transform(Number)
  .nullable()
  .catch(null);

/** The nearest page there is. */
export function clampPage(page: number, numberOfPages: number): number {
  return Math.min(Math.max(Math.trunc(page), 1), Math.max(numberOfPages, 1));
}
