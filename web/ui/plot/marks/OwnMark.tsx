import plot from '../plot.module.css';

const INK = '#1b2124';

/** The one mark that a picture is about: a diamond with its name, on the side where there is room. */
export function OwnMark({ at, name, width }: { at: { x: number; y: number }; name: string; width: number }) {
  const { x, y } = at;
  const isRight = x > width / 2;
  return (
    <>
      <path
        d={`M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`}
        fill="none"
        stroke={INK}
        strokeWidth={2}
        className={plot.cursor}
      />
      <text
        x={x + (isRight ? -13 : 13)}
        y={y + 4}
        textAnchor={isRight ? 'end' : 'start'}
        fontWeight="600"
        paintOrder="stroke"
        stroke="#ffffff"
        strokeWidth={3}
        strokeLinejoin="round"
        className={plot.name}
      >
        {name}
      </text>
    </>
  );
}
