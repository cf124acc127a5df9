/** Vectors that R writes in a shorter form. @source R, src/main/altclasses.c */
import { BinaryRefusal } from '../../binary-form.ts';
import { cutOff } from './byte-reader.ts';
import { isNumbers, NO_ATTRIBUTES, type RNumbers, type RStrings, type RValue } from './r-value.ts';

const MAX_LENGTH = 2e7;

/** @param about its class and package. @throws BinaryRefusal for forms that are not known */
export function valueOfAltrep(about: RValue, state: RValue): RValue {
  const first = about.type === 'pairs' ? about.entries[0]?.value : undefined;
  const form = first?.type === 'symbol' ? first.name : '';
  if (form === 'compact_intseq') return sequence('integer', state);
  if (form === 'compact_realseq') return sequence('double', state);
  if (form === 'deferred_string') return deferredStrings(state);
  if (form.startsWith('wrap_')) return wrapped(state);
  throw new BinaryRefusal(
    `The object has a vector of the form "${form}", which cannot be read; save its table alone.`,
  );
}

/** State: length, first number and step. */
function sequence(type: 'integer' | 'double', state: RValue): RNumbers {
  if (!isNumbers(state)) throw cutOff();
  const [length, first, step] = [state.at(0), state.at(1), state.at(2)];
  if (state.length !== 3 || length === null || first === null || step === null) throw cutOff();
  if (!Number.isInteger(length) || length < 0 || length > MAX_LENGTH) throw cutOff();
  return { type, length, at: (index) => first + step * index, attributes: NO_ATTRIBUTES };
}

/** Numbers that become text when they are read, such as names of rows. */
function deferredStrings(state: RValue): RStrings {
  const numbers = state.type === 'pairs' ? state.entries[0]?.value : undefined;
  if (!isNumbers(numbers)) throw cutOff();
  const at = (index: number) => {
    const value = numbers.at(index);
    return value === null ? null : String(value);
  };
  return { type: 'string', length: numbers.length, at, attributes: NO_ATTRIBUTES };
}

/** State: the vector, and what is known of its order. */
function wrapped(state: RValue): RValue {
  const vector =
    state.type === 'list' ? state.items[0] : state.type === 'pairs' ? state.entries[0]?.value : undefined;
  if (vector === undefined) throw cutOff();
  return vector;
}
