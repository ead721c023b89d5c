/**
 * Attacks of one client on a server or guard, which must not affect another client; both run in their own processes.
 * Tests with software of other projects are in {@code dev.tenon.conformance}. For developers of Tenon.
 */
@NullMarked
package dev.tenon.conformance.neighbour;

import org.jspecify.annotations.NullMarked;
