export * from '@omicon/contract/addresses.ts';
