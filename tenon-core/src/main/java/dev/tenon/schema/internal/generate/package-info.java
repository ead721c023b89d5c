/** Schemas of Java types. */
@NullMarked
package dev.tenon.schema.internal.generate;

import org.jspecify.annotations.NullMarked;
