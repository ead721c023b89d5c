/** Matches ECMA-262 regular expressions in limited time. For {@code dev.tenon.schema} only. */
package dev.tenon.schema.internal.regex;
