import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { encryptToKey } from './password.ts';

test('the holder of the private key can decrypt the password', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256');
  const encrypted = await encryptToKey('Glioblastom-α ñ 7', await exportJWK(publicKey), 'key-1');
  const { plaintext } = await compactDecrypt(encrypted, privateKey);
  expect(new TextDecoder().decode(plaintext)).toBe('Glioblastom-α ñ 7');
  expect(encrypted).not.toContain('Glioblastom');
});

test('the header names the algorithms and the key', async () => {
  const { publicKey } = await generateKeyPair('RSA-OAEP-256');
  const encrypted = await encryptToKey('secret', await exportJWK(publicKey), 'key-2');
  expect(decodeProtectedHeader(encrypted)).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'key-2' });
});
