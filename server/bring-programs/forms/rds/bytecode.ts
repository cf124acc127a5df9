/** Passes over compiled functions, which objects may carry in their metadata. @source R, src/main/serialize.c, ReadBC */
import type { ByteReader } from './byte-reader.ts';
import { CODES } from './type-codes.ts';

const WITH_ATTRIBUTES: ReadonlySet<number> = new Set([CODES.pairsWithAttributes, CODES.callWithAttributes]);
const CALLS: ReadonlySet<number> = new Set([CODES.pairs, CODES.call, ...WITH_ATTRIBUTES]);

/** Reads what is in a function. */
interface Values {
  reader: ByteReader;
  value(): unknown;
  /** one level deeper, up to a bound */
  nested(read: () => void): void;
}

export function skipBytecode(values: Values): void {
  // The number of calls that are used several times.
  values.reader.int();
  skipFunction(values);
}

function skipFunction(values: Values): void {
  values.nested(() => {
    values.value();
    const constants = values.reader.length(4);
    for (let at = 0; at < constants; at += 1) {
      const code = values.reader.int();
      if (code === CODES.bytecode) skipFunction(values);
      else skipConstant(values, code);
    }
  });
}

function skipConstant(values: Values, first: number): void {
  values.nested(() => {
    const { reader } = values;
    let code = first;
    if (code === CODES.bytecodeReference) {
      reader.int();
      return;
    }
    if (code === CODES.bytecodeDefinition) {
      reader.int();
      code = reader.int();
    }
    if (!CALLS.has(code)) {
      values.value();
      return;
    }
    if (WITH_ATTRIBUTES.has(code)) values.value();
    // Its tag, what is in it, and the rest of the call.
    values.value();
    skipConstant(values, reader.int());
    skipConstant(values, reader.int());
  });
}
