/**
 * DPoP keys, proofs and nonces of the client (RFC 9449). The verification of proofs is in {@code
 * dev.tenon.oauth.server.internal}. Internal to the OAuth client.
 */
package dev.tenon.oauth.client.internal.dpop;
