/**
 * The load generators: small enough to share two processors with the servers, and strict about every response. The
 * scenarios that use them are in {@code dev.tenon.bench}. For developers of Tenon.
 */
@NullMarked
package dev.tenon.bench.load;

import org.jspecify.annotations.NullMarked;
