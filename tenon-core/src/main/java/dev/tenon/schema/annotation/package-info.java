/** Annotations from which schemas are generated. */
@NullMarked
package dev.tenon.schema.annotation;

import org.jspecify.annotations.NullMarked;
