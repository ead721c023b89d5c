/** Regular expressions of ECMA-262 in bounded time. */
@NullMarked
package dev.tenon.schema.internal.regex;

import org.jspecify.annotations.NullMarked;
