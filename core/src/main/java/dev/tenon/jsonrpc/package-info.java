/**
 * JSON-RPC 2.0 messages, and the reader and writer of their bytes. MCP methods are not here (see
 * {@code dev.tenon.model} and {@code dev.tenon.codec}), except for two restrictions: ids are never null, and params are
 * objects. For code that handles raw messages, such as custom transports.
 */
@NullMarked
package dev.tenon.jsonrpc;

import org.jspecify.annotations.NullMarked;
