/**
 * The servers that are measured, each with a main method for its own process: Tenon, the floor, and the official Java
 * SDK. What calls them is in {@code dev.tenon.bench.load}. For developers of Tenon.
 */
@NullMarked
package dev.tenon.bench.peer;

import org.jspecify.annotations.NullMarked;
