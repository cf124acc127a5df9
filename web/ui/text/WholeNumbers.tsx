/** Numbers such as `7.3e-29`, which browsers break after their hyphen. */
const WITH_EXPONENT = /(\d+(?:\.\d+)?e-\d+)/;

/** A text in which no P value is broken over two lines; it is copied as it is written. */
export function WholeNumbers({ text }: { text: string }) {
  return text.split(WITH_EXPONENT).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are in its order
      <span key={at} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );
}
