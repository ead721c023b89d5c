/** Proofs of possession (RFC 9449). */
@NullMarked
package dev.tenon.oauth.client.internal.dpop;

import org.jspecify.annotations.NullMarked;
