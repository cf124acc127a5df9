import { MiddleText } from './MiddleText.tsx';
import { namePartsOf } from './name-parts.ts';

/** A title on one line: networks and data sets by their short names, others are cut at the end. */
export function NameText({ text }: { text: string }) {
  return namePartsOf(text) === null ? text : <MiddleText text={text} />;
}
