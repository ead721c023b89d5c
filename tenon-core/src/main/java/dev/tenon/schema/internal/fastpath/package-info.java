/** A validator that accepts most valid values without the library. */
@NullMarked
package dev.tenon.schema.internal.fastpath;

import org.jspecify.annotations.NullMarked;
