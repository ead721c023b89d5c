/**
 * JSON Schema: checked when it is registered, used within bounds, explained to whoever must mend a value.
 *
 * <p>Two dialects are understood: 2020-12, which is meant when a schema names none, and draft-07. Nothing is ever
 * fetched: a reference must lead to a place inside the same document.
 */
@NullMarked
package dev.tenon.schema;

import org.jspecify.annotations.NullMarked;
