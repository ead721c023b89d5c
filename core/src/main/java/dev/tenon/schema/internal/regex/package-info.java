/** Matches ECMA-262 regular expressions in limited time. For {@code dev.tenon.schema} only. */
@NullMarked
package dev.tenon.schema.internal.regex;

import org.jspecify.annotations.NullMarked;
