/**
 * Verification of JWTs, keys and DPoP proofs, challenges, and resource metadata. The API is in {@code
 * dev.tenon.oauth.server}. Internal to the OAuth resource server.
 */
@NullMarked
package dev.tenon.oauth.server.internal;

import org.jspecify.annotations.NullMarked;
