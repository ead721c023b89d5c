/**
 * Generates schemas of Java types from Jackson's view of them. The entry points are {@code
 * dev.tenon.schema.SchemaGenerator} and {@code FormSchemaFactory}. For {@code dev.tenon.schema} only.
 */
package dev.tenon.schema.internal.generate;
