/**
 * The servers that are measured, each for a process of its own: Tenon, the least there can be, and the official Java
 * SDK.
 */
@NullMarked
package dev.tenon.bench.peer;

import org.jspecify.annotations.NullMarked;
