/** Schemas as documents: references, identifiers, and checks of their shape. */
@NullMarked
package dev.tenon.schema.internal.document;

import org.jspecify.annotations.NullMarked;
