/**
 * The context of a call and the input requests that a handler can send to the client. Handlers themselves are in
 * {@code dev.tenon.server.feature}. For authors of tools, resources and prompts.
 */
@NullMarked
package dev.tenon.server.call;

import org.jspecify.annotations.NullMarked;
