/**
 * Verification of JWTs, keys and DPoP proofs, challenges, and resource metadata. The API is in {@code
 * dev.tenon.oauth.server}. Internal to the OAuth resource server.
 */
package dev.tenon.oauth.server.internal;
