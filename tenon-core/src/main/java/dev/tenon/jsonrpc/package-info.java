/**
 * JSON-RPC 2.0: messages that cannot be wrong, the gate that makes them from bytes, and the bookkeeping of calls.
 *
 * <p>Nothing here knows MCP beyond the two narrowings it makes to JSON-RPC: ids are never null, params are objects.
 */
@NullMarked
package dev.tenon.jsonrpc;

import org.jspecify.annotations.NullMarked;
