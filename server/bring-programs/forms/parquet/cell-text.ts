import type { ParquetColumn } from './columns.ts';
import { timeText } from './iso-time.ts';

/** A value as text with all its digits; empty for null. */
export function textOf(value: unknown, { scale, perSecond }: ParquetColumn): string {
  if (value === undefined || value === null) return '';
  if (scale !== null) return decimalText(unscaled(value), scale);
  if (perSecond !== null && (typeof value === 'bigint' || typeof value === 'number')) {
    return timeText(BigInt(value), perSecond);
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.length).toString('utf8');
  if (value === Number.POSITIVE_INFINITY) return 'Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return typeof value === 'string' ? value.toWellFormed() : String(value);
}

/** The whole number of a decimal: bytes are big-endian, in two's complement. */
function unscaled(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return BigInt(value);
  if (!(value instanceof Uint8Array) || value.length === 0) return 0n;
  return BigInt.asIntN(value.length * 8, BigInt(`0x${Buffer.from(value).toString('hex')}`));
}

function decimalText(value: bigint, scale: number): string {
  if (scale <= 0) return String(value * 10n ** BigInt(-scale));
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
