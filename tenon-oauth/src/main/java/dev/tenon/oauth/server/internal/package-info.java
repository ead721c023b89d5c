/** Verification of tokens, keys and proofs. */
@NullMarked
package dev.tenon.oauth.server.internal;

import org.jspecify.annotations.NullMarked;
