/**
 * The client: connecting to a server and calling its tools, resources and prompts. Handlers of server requests are in
 * {@code .handler}, addresses of servers in {@code .endpoint}, exceptions in {@code .error}. For users of the library.
 */
@NullMarked
package dev.tenon.client;

import org.jspecify.annotations.NullMarked;
