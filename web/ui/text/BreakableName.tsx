import { Fragment } from 'react';
import { partsOf } from './fit-label.ts';

/**
 * A name with line breaks allowed after the marks that join its parts. Browsers would treat the whole of
 * `Homo_sapiens_SYMBOL_ENTREZID` as one word, and might leave its last letter alone on a line.
 */
export function BreakableName({ text }: { text: string }) {
  return partsOf(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name are never reordered
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
