/**
 * Converts validation failures to issues with messages. The failures come from {@code
 * dev.tenon.schema.internal.validate}. For the packages of {@code dev.tenon.schema} only.
 */
@NullMarked
package dev.tenon.schema.internal.explain;

import org.jspecify.annotations.NullMarked;
