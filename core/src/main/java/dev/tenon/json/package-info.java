/**
 * Contains strict, limited JSON: an immutable value type, a reader that validates untrusted bytes, and a compact
 * writer. JSON Schema is in {@link dev.tenon.schema}; only these two packages depend on the JSON library. For all users
 * of the library: arguments, results and metadata are values of this package.
 */
@NullMarked
package dev.tenon.json;

import org.jspecify.annotations.NullMarked;
