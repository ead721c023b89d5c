/**
 * Contains the structure of schema documents: subschemas, references, identifiers, and validation of keyword values.
 * Validation of values is in {@code dev.tenon.schema.internal.validate} and {@code fastpath}. For the packages of
 * {@code dev.tenon.schema} only.
 */
package dev.tenon.schema.internal.document;
