/**
 * Tests with software of other projects: their clients against the fixture server, their servers against the client and
 * the guard. Attacks on a server with a second client are in {@code dev.tenon.conformance.neighbour}. For developers of
 * Tenon.
 */
@NullMarked
package dev.tenon.conformance;

import org.jspecify.annotations.NullMarked;
