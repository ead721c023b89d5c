/**
 * Parsing of request heads and of request boundaries. Handling of requests is in {@code .connection}. For the server
 * itself.
 */
@NullMarked
package dev.tenon.http.embedded.internal.request;

import org.jspecify.annotations.NullMarked;
