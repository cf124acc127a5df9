/** Loaded before the tests of planted faults: the first counterexample is enough, the smallest one takes minutes. */
import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });
