import { MiddleText } from './MiddleText.tsx';
import { namePartsOf } from './name-parts.ts';

/** A title on one line: names of networks and data sets keep their distinctive parts, others are cut at the end. */
export function NameText({ text }: { text: string }) {
  return namePartsOf(text) === null ? text : <MiddleText text={text} />;
}
