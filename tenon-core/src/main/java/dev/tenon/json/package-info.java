/**
 * Strict, bounded JSON: one immutable value type, the reader that checks untrusted bytes, and a compact writer.
 *
 * <p>Only this package and {@code dev.tenon.schema} know which JSON library does the work.
 */
@NullMarked
package dev.tenon.json;

import org.jspecify.annotations.NullMarked;
