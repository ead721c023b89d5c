/**
 * Validates values with the networknt library, and defines the formats. Validation without the library is in {@code
 * dev.tenon.schema.internal.fastpath}. For the packages of {@code dev.tenon.schema} only.
 */
package dev.tenon.schema.internal.validate;
