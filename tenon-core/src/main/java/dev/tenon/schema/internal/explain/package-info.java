/** Validation failures in words. */
@NullMarked
package dev.tenon.schema.internal.explain;

import org.jspecify.annotations.NullMarked;
