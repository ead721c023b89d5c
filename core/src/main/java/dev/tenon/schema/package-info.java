/**
 * Compiles JSON Schemas (2020-12 and draft-07), generates them from Java types and validates values against them with
 * messages that help to correct the value. The annotations for generated schemas are in {@link
 * dev.tenon.schema.annotation}; schemas are never fetched, and references must stay within the same document. For
 * authors of tools and forms, and for clients that validate results.
 */
@NullMarked
package dev.tenon.schema;

import org.jspecify.annotations.NullMarked;
