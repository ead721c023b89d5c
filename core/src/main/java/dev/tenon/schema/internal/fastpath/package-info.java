/**
 * Contains a validator that recognizes most valid values without the validator library. Full validation is in {@code
 * dev.tenon.schema.internal.validate}. For {@code dev.tenon.schema} only.
 */
package dev.tenon.schema.internal.fastpath;
