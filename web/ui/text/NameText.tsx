import { MiddleText } from './MiddleText.tsx';
import { namePartsOf } from './name-parts.ts';

/** A title on one line: the name of a network or data set keeps what tells it apart, any other is cut at its end. */
export function NameText({ text }: { text: string }) {
  return namePartsOf(text) === null ? text : <MiddleText text={text} />;
}
