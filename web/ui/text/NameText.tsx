import { MiddleText } from './MiddleText.tsx';
import { namePartsOf } from './name-parts.ts';
import { WholeNumbers } from './WholeNumbers.tsx';

/** A title on one line: networks and data sets by their short names, others are cut at the end. */
export function NameText({ text }: { text: string }) {
  return namePartsOf(text) === null ? <WholeNumbers text={text} /> : <MiddleText text={text} />;
}
