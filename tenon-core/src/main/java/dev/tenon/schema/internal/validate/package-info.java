/** Validation by the library, and formats. */
@NullMarked
package dev.tenon.schema.internal.validate;

import org.jspecify.annotations.NullMarked;
