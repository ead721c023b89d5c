/**
 * Contains URI templates (RFC 6570), with expansion and safe matching, and the normalization and comparison of HTTP
 * URLs. HTTP itself is in {@link dev.tenon.http}. For authors of resource templates, and for the transports of this
 * library.
 */
@NullMarked
package dev.tenon.uri;

import org.jspecify.annotations.NullMarked;
