/**
 * The interfaces that an application implements to handle requests of a server: forms, URLs, sampling, roots and
 * approval. The listener for notifications is in {@code dev.tenon.client}. For users of the client.
 */
@NullMarked
package dev.tenon.client.handler;

import org.jspecify.annotations.NullMarked;
