/**
 * Converts validation failures to issues with messages. The failures come from {@code
 * dev.tenon.schema.internal.validate}. For the packages of {@code dev.tenon.schema} only.
 */
package dev.tenon.schema.internal.explain;
