import { getLoginKey } from '@omicon/contract/areas/people/sign-in.ts';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { callEndpoint } from '../calls/call.ts';

/** A password as compact JWE to the given public key: RSA-OAEP-256 and A256GCM, key id in the header. */
export async function encryptToKey(password: string, key: JWK, keyId: string): Promise<string> {
  const publicKey = await importJWK(key, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(password))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: keyId })
    .encrypt(publicKey);
}

/** A password encrypted with the server's current public key. */
export async function encryptPassword(password: string): Promise<string> {
  const { key, key_id } = await callEndpoint(getLoginKey, {});
  return encryptToKey(password, key, key_id);
}
